package io.echomq.jms.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JmsErrorsTest {

  private static final Map<WireError, Class<? extends JMSException>> NAMED =
      Map.of(
          WireError.REFUSED_CREDENTIALS, JMSSecurityException.class,
          WireError.INVALID_NAME, InvalidDestinationException.class,
          WireError.DESTINATION_GONE, InvalidDestinationException.class,
          WireError.NO_SUCH_SUBSCRIPTION, InvalidDestinationException.class,
          WireError.CLIENT_ID_IN_USE, InvalidClientIDException.class,
          WireError.ROLLED_BACK, TransactionRolledBackException.class,
          WireError.QUEUE_FULL, ResourceAllocationException.class,
          WireError.MALFORMED, MessageFormatException.class,
          WireError.CLOSED, IllegalStateException.class,
          WireError.FAILED, IllegalStateException.class);

  @ParameterizedTest
  @EnumSource(WireError.class)
  void everyErrorBecomesItsClassAndKeepsTextCodeAndCause(WireError error) {
    WireException failure = new WireException(error, "cause and remedy");
    JMSException told = JmsErrors.toJms(failure);
    assertSame(NAMED.getOrDefault(error, JMSException.class), told.getClass());
    assertEquals("cause and remedy", told.getMessage());
    assertEquals(JmsErrors.code(error), told.getErrorCode());
    assertSame(failure, told.getCause());
    assertSame(failure, told.getLinkedException());
  }

  @Test
  void codesHaveDashes() {
    assertEquals("EMQ-IN-DOUBT", JmsErrors.code(WireError.IN_DOUBT));
    assertEquals("EMQ-SERVER", JmsErrors.code(WireError.SERVER));
  }
}
