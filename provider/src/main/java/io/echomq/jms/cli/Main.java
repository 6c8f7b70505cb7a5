package io.echomq.jms.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The command line {@code emq}; {@code emq help} says the rest. */
public final class Main {
  private Main() {}

  /**
   * Runs one command and ends the JVM: 0 done, 1 failed, 2 wrong arguments, 3 some of the messages
   * that were meant stay as they are.
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    int code = new Cli(out, err, System.getenv("EMQ_URL")).run(args);
    out.flush();
    System.exit(code);
  }
}
