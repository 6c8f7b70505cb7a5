package io.echomq.jms.ra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.resource.spi.InvalidPropertyException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ActivationRulesTest {
  private final EchoMQActivationSpec spec = new EchoMQActivationSpec();

  private String refusal() {
    return assertThrows(InvalidPropertyException.class, spec::validate).getMessage();
  }

  @Test
  void aQueueNeedsItsNameOnly() throws InvalidPropertyException {
    spec.setDestination("orders");
    EndpointSettings settings = spec.settings();
    assertEquals("queue orders", settings.toString());
    assertEquals(10, settings.maxSession());
    assertEquals(-1, settings.setupAttempts());
  }

  @Test
  void allThatIsWrongIsSaidAtOnceWithItsProperties() {
    spec.setDestinationType("Stream");
    spec.setMaxSession(0);
    spec.setMessageSelector("a = = 1");
    spec.setAcknowledgeMode("never");
    InvalidPropertyException refused = assertThrows(InvalidPropertyException.class, spec::validate);
    for (String property :
        new String[] {
          "destination", "destinationType", "maxSession", "messageSelector", "acknowledgeMode"
        }) {
      assertTrue(refused.getMessage().contains(property), refused.getMessage());
      assertTrue(
          Arrays.stream(refused.getInvalidPropertyDescriptors())
              .anyMatch(each -> each.getName().equals(property)),
          property);
    }
  }

  @Test
  void aDurableSubscriptionNeedsNameAndClientIdUnlessItIsShared() throws Exception {
    spec.setDestination("prices");
    spec.setDestinationType("jakarta.jms.Topic");
    spec.setSubscriptionDurability("Durable");
    assertTrue(refusal().contains("subscriptionName is missing"), refusal());
    spec.setSubscriptionName("audit");
    assertTrue(refusal().contains("clientId is missing"), refusal());
    spec.setShareSubscriptions(true);
    spec.validate();
  }

  @Test
  void aQueueHasNoSubscription() {
    spec.setDestination("orders");
    spec.setSubscriptionDurability("Durable");
    assertTrue(refusal().contains("only topics know"), refusal());
  }

  @Test
  void redeliveryIsRefusedByTheOptionsRules() {
    spec.setDestination("orders");
    spec.setMaxDeliveries(0);
    assertTrue(refusal().contains("maxDeliveries"), refusal());
  }

  @Test
  void emptyTextIsNoText() {
    spec.setDestination("orders");
    spec.setClientId(" ");
    assertEquals(null, spec.getClientId());
  }
}
