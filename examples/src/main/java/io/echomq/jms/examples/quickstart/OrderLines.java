package io.echomq.jms.examples.quickstart;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The orders' lines, read as they are asked for; the heading and blank lines are left out. */
final class OrderLines implements Closeable {
  private static final String BUNDLED = "orders.csv";

  private final BufferedReader reader;
  private final String name;

  private OrderLines(InputStream bytes, String name) {
    this.reader = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    this.name = name;
  }

  /** Opens the file, standard input for {@code -}, the bundled orders for null. */
  static OrderLines open(String file) throws BadArgumentException {
    if (file == null) {
      return new OrderLines(OrderLines.class.getResourceAsStream(BUNDLED), "bundled " + BUNDLED);
    }
    if (file.equals("-")) {
      return new OrderLines(System.in, "standard input");
    }
    try {
      Path path = Path.of(file);
      if (!Files.exists(path) || Files.isDirectory(path)) {
        throw new BadArgumentException(
            "--file " + file + (Files.exists(path) ? " is a directory" : " does not exist"));
      }
      return new OrderLines(Files.newInputStream(path), file);
    } catch (IOException | InvalidPathException e) {
      throw new BadArgumentException("--file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The next line, null at the end. */
  String next() throws IOException {
    String line = reader.readLine();
    while (line != null && (line.isBlank() || line.startsWith(Order.HEADING))) {
      line = reader.readLine();
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
