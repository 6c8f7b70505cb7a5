package io.echomq.jms.examples.quickstart;

/** A command line that cannot be run; the message says what is wrong and what would be right. */
final class BadArgumentException extends Exception {
  private static final long serialVersionUID = 1L;

  BadArgumentException(String message) {
    super(message);
  }

  BadArgumentException(String message, Throwable cause) {
    super(message, cause);
  }
}
