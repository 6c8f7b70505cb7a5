package io.echomq.jms.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.echomq.jms.wire.WireError;
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
import jakarta.jms.MessageEOFException;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RuntimeErrorsTest {

  static Stream<Arguments> twins() {
    return Stream.of(
        Arguments.of(
            new IllegalStateException("r", "c"), new IllegalStateRuntimeException("r", "c")),
        Arguments.of(
            new InvalidClientIDException("r", "c"), new InvalidClientIDRuntimeException("r", "c")),
        Arguments.of(
            new InvalidDestinationException("r", "c"),
            new InvalidDestinationRuntimeException("r", "c")),
        Arguments.of(
            new InvalidSelectorException("r", "c"), new InvalidSelectorRuntimeException("r", "c")),
        Arguments.of(new JMSSecurityException("r", "c"), new JMSSecurityRuntimeException("r", "c")),
        Arguments.of(
            new MessageFormatException("r", "c"), new MessageFormatRuntimeException("r", "c")),
        Arguments.of(
            new MessageNotWriteableException("r", "c"),
            new MessageNotWriteableRuntimeException("r", "c")),
        Arguments.of(
            new ResourceAllocationException("r", "c"),
            new ResourceAllocationRuntimeException("r", "c")),
        Arguments.of(
            new TransactionInProgressException("r", "c"),
            new TransactionInProgressRuntimeException("r", "c")),
        Arguments.of(
            new TransactionRolledBackException("r", "c"),
            new TransactionRolledBackRuntimeException("r", "c")),
        Arguments.of(new JMSException("r", "c"), new JMSRuntimeException("r", "c")));
  }

  @ParameterizedTest
  @MethodSource("twins")
  void checkedBecomesItsUncheckedTwin(JMSException checked, JMSRuntimeException unchecked) {
    JMSRuntimeException told = RuntimeErrors.toRuntime(checked);
    assertSame(unchecked.getClass(), told.getClass());
    assertEquals("r", told.getMessage());
    assertEquals("c", told.getErrorCode());
    assertSame(checked, told.getCause());
  }

  @ParameterizedTest
  @MethodSource("twins")
  void uncheckedBecomesItsCheckedTwin(JMSException checked, JMSRuntimeException unchecked) {
    JMSException told = RuntimeErrors.toChecked(unchecked);
    assertSame(checked.getClass(), told.getClass());
    assertEquals("r", told.getMessage());
    assertEquals("c", told.getErrorCode());
    assertSame(unchecked, told.getCause());
  }

  @Test
  void whatHasNoTwinBecomesTheGeneralException() {
    assertSame(
        JMSRuntimeException.class,
        RuntimeErrors.toRuntime(new MessageEOFException("end")).getClass());
  }

  @Test
  void aFailureOfThePortGoesBothSteps() {
    WireException failure = new WireException(WireError.CLIENT_ID_IN_USE, "taken");
    JMSRuntimeException told = RuntimeErrors.toRuntime(failure);
    assertSame(InvalidClientIDRuntimeException.class, told.getClass());
    assertEquals("EMQ-CLIENT-ID-IN-USE", told.getErrorCode());
    assertSame(failure, told.getCause().getCause());
  }
}
