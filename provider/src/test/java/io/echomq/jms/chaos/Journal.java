package io.echomq.jms.chaos;

import java.io.PrintStream;

/**
 * What a chaos program tells its observer, a line for each event: a letter, then words.
 *
 * <p>Threads: any.
 */
final class Journal {
  /** A send begins: key. */
  static final String BEGUN = "B";

  /** A send is confirmed: key. */
  static final String SENT = "S";

  /** A send failed and surely was not applied: key. */
  static final String REFUSED = "F";

  /**
   * A message was handed out: key, count, ms by which it was too early or too late (0: neither).
   */
  static final String RECEIVED = "R";

  /** Its acknowledgement or commit is confirmed: key, count. */
  static final String CONSUMED = "C";

  /** An exception that a life ended with: class and text. */
  static final String ENDED = "E";

  /** Something that must never be: text. */
  static final String BROKEN = "X";

  private final PrintStream out;

  Journal(PrintStream out) {
    this.out = out;
  }

  synchronized void say(String letter, Object... words) {
    StringBuilder line = new StringBuilder(letter);
    for (Object word : words) {
      line.append(' ').append(word);
    }
    out.println(line.toString().replace('\n', ' '));
    out.flush();
  }
}
