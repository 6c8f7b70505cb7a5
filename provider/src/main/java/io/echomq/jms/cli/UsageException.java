package io.echomq.jms.cli;

/** Arguments that cannot be; the message names the one and says what is expected. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
