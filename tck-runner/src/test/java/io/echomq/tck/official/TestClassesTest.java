package io.echomq.tck.official;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestClassesTest {
  private static final String BASE = "com/sun/ts/tests/jms/";
  private static final List<String> FILES =
      List.of(
          BASE + "core/queuetests/QueueTestsIT.class",
          BASE + "core/queuetests/QueueTestsIT$1.class",
          BASE + "core/queuetests/Helper.class",
          BASE + "core20/messageproducertests/ClientIT.class",
          BASE + "core20/appclient/sessiontests/ClientIT.class",
          BASE + "ee/all/SomeIT.class",
          BASE + "common/CommonIT.txt");

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    writeInto(folder.resolve("classes"));
  }

  private static void writeInto(Path root) throws Exception {
    for (String file : FILES) {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.createFile(path);
    }
  }

  @Test
  void findsTheClassesThatNeedNoContainerTheLongestFirst() throws Exception {
    assertEquals(
        List.of(
            "com.sun.ts.tests.jms.core20.messageproducertests.ClientIT",
            "com.sun.ts.tests.jms.core20.appclient.sessiontests.ClientIT",
            "com.sun.ts.tests.jms.core.queuetests.QueueTestsIT"),
        TestClasses.in(folder.resolve("classes"), Pattern.compile("")));
  }

  @Test
  void findsThemInAJarToo() throws Exception {
    Path jar = folder.resolve("tck.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      writeInto(zip.getPath("/"));
    }
    assertEquals(
        TestClasses.in(folder.resolve("classes"), Pattern.compile("")),
        TestClasses.in(jar, Pattern.compile("")));
  }

  @Test
  void takesThoseWhoseNameHasThePattern() throws Exception {
    assertEquals(
        List.of("com.sun.ts.tests.jms.core.queuetests.QueueTestsIT"),
        TestClasses.in(folder.resolve("classes"), Pattern.compile("core\\.queue")));
  }

  @Test
  void refusesWhatHoldsNoTestsAndAPatternThatFindsNone() {
    IllegalArgumentException none =
        assertThrows(
            IllegalArgumentException.class,
            () -> TestClasses.in(folder.resolve("classes"), Pattern.compile("nothing")));
    assertTrue(none.getMessage().contains("none of the 3"), none.getMessage());
    Path other = folder.resolve("classes").resolve(BASE).resolve("ee");
    assertThrows(IllegalArgumentException.class, () -> TestClasses.in(other, Pattern.compile("")));
  }
}
