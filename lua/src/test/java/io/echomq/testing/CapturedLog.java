package io.echomq.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is logged while it is open: the test's log goes to the standard error stream, which it
 * stands in for, and passes on when it is closed.
 *
 * <p>Threads: opened and closed by the test's; written to by any.
 */
public final class CapturedLog implements AutoCloseable {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  /** Begins. */
  public CapturedLog() {
    System.setErr(capture);
  }

  /** The lines so far that hold this text. */
  public List<String> lines(String text) {
    return bytes
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(text))
        .toList();
  }

  @Override
  public void close() {
    System.setErr(before);
    before.print(bytes.toString(StandardCharsets.UTF_8));
  }
}
