package io.echomq.jms.ra.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What is deployed: the adapter's archive from this build, and the application's. */
final class Archives {
  private static final String PACKAGE = "io/echomq/jms/ra/app";
  private static final List<String> DESCRIPTORS =
      List.of(
          "beans.xml",
          "web.xml",
          "jboss-web.xml",
          "glassfish-web.xml",
          "glassfish-ejb-jar.xml",
          "jboss-deployment-structure.xml");

  private Archives() {}

  /** The {@code .rar} that the package phase has made. */
  static Path adapter() throws IOException {
    try (Stream<Path> built = Files.list(Path.of("target"))) {
      return built
          .filter(file -> file.toString().endsWith(".rar"))
          .findFirst()
          .orElseThrow(() -> new IOException("target has no .rar; run the package phase first"));
    }
  }

  static void writeApplication(Path war) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      for (String name : DESCRIPTORS) {
        zip.putNextEntry(new ZipEntry("WEB-INF/" + name));
        try (InputStream text =
            Archives.class.getResourceAsStream("/" + PACKAGE + "/WEB-INF/" + name)) {
          text.transferTo(zip);
        }
      }
      addClasses(zip, PACKAGE);
    }
  }

  /** An application that gives a server the commands of its administrator. */
  static void writeOperator(Path war) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      addClasses(zip, PACKAGE + "/ops");
    }
  }

  private static void addClasses(ZipOutputStream zip, String folder) throws IOException {
    try (Stream<Path> classes = Files.list(Path.of("target/test-classes", folder))) {
      for (Path each : classes.filter(file -> file.toString().endsWith(".class")).toList()) {
        zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + folder + "/" + each.getFileName()));
        Files.copy(each, zip);
      }
    }
  }
}
