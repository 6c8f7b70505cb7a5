package io.echomq.server;

/**
 * A private server could not be started, or its options make no sense. The message names the cause,
 * the remedy where there is one, and the end of the server's own log where it got that far.
 */
public final class EmbeddedServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedServerException(String message) {
    super(message);
  }

  EmbeddedServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
