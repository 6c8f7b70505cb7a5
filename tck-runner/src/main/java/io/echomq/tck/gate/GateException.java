package io.echomq.tck.gate;

/** The server cannot be judged at all: it does not answer, or it belongs to another version. */
final class GateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GateException(String message) {
    super(message);
  }

  GateException(String message, Throwable cause) {
    super(message, cause);
  }
}
