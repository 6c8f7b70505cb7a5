package io.echomq.jms.wire;

import java.util.Objects;

/** A failure at the port: a {@link WireError} and a sentence that names cause and remedy. */
public class WireException extends Exception {
  private static final long serialVersionUID = 1L;

  private final WireError error;

  public WireException(WireError error, String message) {
    this(error, message, null);
  }

  public WireException(WireError error, String message, Throwable cause) {
    super(message, cause);
    this.error = Objects.requireNonNull(error);
  }

  public WireError error() {
    return error;
  }

  /** True when the same call may succeed later without anybody changing anything. */
  public boolean isTransient() {
    return error == WireError.UNAVAILABLE || error == WireError.RATE_LIMITED;
  }
}
