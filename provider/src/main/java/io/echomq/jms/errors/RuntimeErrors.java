package io.echomq.jms.errors;

import io.echomq.jms.wire.WireException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.util.List;

/**
 * {@code JMSException} and its unchecked twin, both ways (chapter 9): message and error code are
 * the same, the one is the cause of the other. What has no twin becomes the general exception.
 */
public final class RuntimeErrors {

  private static final List<Twin> TWINS =
      List.of(
          new Twin(
              IllegalStateException.class,
              IllegalStateException::new,
              IllegalStateRuntimeException.class,
              IllegalStateRuntimeException::new),
          new Twin(
              InvalidClientIDException.class,
              InvalidClientIDException::new,
              InvalidClientIDRuntimeException.class,
              InvalidClientIDRuntimeException::new),
          new Twin(
              InvalidDestinationException.class,
              InvalidDestinationException::new,
              InvalidDestinationRuntimeException.class,
              InvalidDestinationRuntimeException::new),
          new Twin(
              InvalidSelectorException.class,
              InvalidSelectorException::new,
              InvalidSelectorRuntimeException.class,
              InvalidSelectorRuntimeException::new),
          new Twin(
              JMSSecurityException.class,
              JMSSecurityException::new,
              JMSSecurityRuntimeException.class,
              JMSSecurityRuntimeException::new),
          new Twin(
              MessageFormatException.class,
              MessageFormatException::new,
              MessageFormatRuntimeException.class,
              MessageFormatRuntimeException::new),
          new Twin(
              MessageNotWriteableException.class,
              MessageNotWriteableException::new,
              MessageNotWriteableRuntimeException.class,
              MessageNotWriteableRuntimeException::new),
          new Twin(
              ResourceAllocationException.class,
              ResourceAllocationException::new,
              ResourceAllocationRuntimeException.class,
              ResourceAllocationRuntimeException::new),
          new Twin(
              TransactionInProgressException.class,
              TransactionInProgressException::new,
              TransactionInProgressRuntimeException.class,
              TransactionInProgressRuntimeException::new),
          new Twin(
              TransactionRolledBackException.class,
              TransactionRolledBackException::new,
              TransactionRolledBackRuntimeException.class,
              TransactionRolledBackRuntimeException::new),
          new Twin(
              JMSException.class,
              JMSException::new,
              JMSRuntimeException.class,
              JMSRuntimeException::new));

  private RuntimeErrors() {}

  /** The unchecked exception that says the same. */
  public static JMSRuntimeException toRuntime(JMSException failure) {
    for (Twin twin : TWINS) {
      if (twin.checked.isInstance(failure)) {
        return twin.makeUnchecked.of(failure.getMessage(), failure.getErrorCode(), failure);
      }
    }
    throw new AssertionError("the last row of the table takes every JMSException", failure);
  }

  /** The unchecked exception to throw for a failure of the port. */
  public static JMSRuntimeException toRuntime(WireException failure) {
    return toRuntime(JmsErrors.toJms(failure));
  }

  /** The checked exception that says the same. */
  public static JMSException toChecked(JMSRuntimeException failure) {
    for (Twin twin : TWINS) {
      if (twin.unchecked.isInstance(failure)) {
        return JmsErrors.withCause(
            twin.makeChecked.of(failure.getMessage(), failure.getErrorCode()), failure);
      }
    }
    throw new AssertionError("the last row of the table takes every JMSRuntimeException", failure);
  }

  /** One row of the table; subclasses come before the general exception. */
  private record Twin(
      Class<? extends JMSException> checked,
      MakeChecked makeChecked,
      Class<? extends JMSRuntimeException> unchecked,
      MakeUnchecked makeUnchecked) {}

  private interface MakeChecked {
    JMSException of(String reason, String code);
  }

  private interface MakeUnchecked {
    JMSRuntimeException of(String reason, String code, Throwable cause);
  }
}
