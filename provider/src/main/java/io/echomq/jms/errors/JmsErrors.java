package io.echomq.jms.errors;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.TransactionRolledBackException;

/**
 * Tells a failure of the port as the exception that Jakarta Messaging names for it (chapter 9).
 *
 * <p>The message is kept, the {@link WireException} is the cause, and the error code is {@code
 * EMQ-} and the name of the {@link WireError} with dashes: {@code EMQ-IN-DOUBT}, {@code
 * EMQ-STALE-LEASE}. Codes are stable; programs may compare them.
 */
public final class JmsErrors {
  private JmsErrors() {}

  /** The exception to throw for a failure of the port. */
  public static JMSException toJms(WireException failure) {
    String code = code(failure.error());
    String text = failure.getMessage();
    JMSException told = ofKind(failure, code, text);
    return withCause(told, failure);
  }

  /**
   * Sets cause and linked exception, which the constructors of the API do not both do.
   *
   * @return the exception that was given
   */
  public static <E extends JMSException> E withCause(E told, Exception cause) {
    if (told.getCause() == null) {
      told.initCause(cause);
    }
    told.setLinkedException(cause);
    return told;
  }

  private static JMSException ofKind(WireException failure, String code, String text) {
    return switch (failure.error()) {
      case REFUSED_CREDENTIALS -> new JMSSecurityException(text, code);
      case INVALID_NAME, DESTINATION_GONE, NO_SUCH_SUBSCRIPTION ->
          new InvalidDestinationException(text, code);
      case CLIENT_ID_IN_USE -> new InvalidClientIDException(text, code);
      case ROLLED_BACK -> new TransactionRolledBackException(text, code);
      case QUEUE_FULL -> new ResourceAllocationException(text, code);
      case MALFORMED -> new MessageFormatException(text, code);
      case CLOSED, FAILED -> new IllegalStateException(text, code);
      case UNAVAILABLE,
          IN_DOUBT,
          FOREIGN_VERSION,
          UNFIT_ENGINE,
          MISCONFIGURED,
          STALE_LEASE,
          WRONG_KIND,
          WRONG_STATE,
          LOCKED,
          RATE_LIMITED,
          TOO_LARGE,
          SUBSCRIPTION_IN_USE,
          INTERRUPTED,
          SERVER ->
          new JMSException(text, code);
    };
  }

  /** The error code of every exception that comes from this error of the port. */
  public static String code(WireError error) {
    return "EMQ-" + error.name().replace('_', '-');
  }
}
