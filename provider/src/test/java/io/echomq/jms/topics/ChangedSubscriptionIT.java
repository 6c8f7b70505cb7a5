package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.CapturedLog;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another topic, selector or {@code noLocal} makes a durable subscription anew (§8.3.3). */
@WithServer
@Timeout(180)
class ChangedSubscriptionIT {
  private static final String NAME = "trail";

  private final EchoMQConnectionFactory factory;

  ChangedSubscriptionIT(TestServer server) {
    factory = new EchoMQConnectionFactory(server.uri("clientId=desk"));
  }

  /**
   * The subscription as it is told apart, and one line of the log when it takes another's place.
   */
  private void assertReplaces(String topic, String selector, boolean noLocal, String... dropped) {
    try (JMSContext context = factory.createContext();
        CapturedLog log = new CapturedLog()) {
      Topic named = context.createTopic(topic);
      context.createDurableConsumer(named, NAME, selector, noLocal).close();
      List<String> told = log.lines("was dropped");
      assertEquals(dropped.length == 0 ? 0 : 1, told.size(), told::toString);
      for (String each : dropped) {
        assertTrue(told.get(0).contains(each), told::toString);
        assertTrue(told.get(0).contains(" WARN "), told::toString);
      }
      // Opened again as it is, nothing is dropped.
      context.createProducer().send(named, "kept");
      context.createDurableConsumer(named, NAME, selector, noLocal).close();
      assertEquals(told, log.lines("was dropped"));
    }
  }

  @Test
  void eachChangeBeginsAnewAndTheLogSaysWhatWasDropped() {
    assertReplaces("first", null, false);
    assertReplaces("first", "a = 1", false, "'trail'", "'desk'", "topic first", "selector ''");
    assertReplaces("first", "a = 1", true, "'trail'", "topic first", "selector 'a = 1'");
    assertReplaces("second", "a = 1", true, "'trail'", "topic first", "selector 'a = 1'");
    assertReplaces("second", null, false, "'trail'", "topic second", "selector 'a = 1'");
    try (JMSContext context = factory.createContext();
        JMSConsumer consumer =
            context.createDurableConsumer(context.createTopic("second"), NAME, null, false)) {
      assertEquals("kept", consumer.receiveBody(String.class, 20_000));
      assertNull(consumer.receiveNoWait());
    }
  }
}
