package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Topic;
import org.junit.jupiter.api.Test;

@WithServer
class CloseAfterAckIT {
  private static final int ROUNDS = 200;

  @Test
  void aMessageThatWasReceivedIsNotTheOthersWhenItsConsumerClosesAtOnce(TestServer server) {
    try (JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      Topic topic = context.createTopic("close-after-ack");
      JMSConsumer stays = context.createSharedDurableConsumer(topic, "shared");
      for (int i = 0; i < ROUNDS; i++) {
        JMSConsumer goes = context.createSharedDurableConsumer(topic, "shared");
        context.createProducer().send(topic, "m" + i);
        assertEquals("m" + i, goes.receiveBody(String.class, 20_000));
        goes.close();
        assertNull(stays.receiveNoWait(), "m" + i + " came twice");
      }
      stays.close();
      context.unsubscribe("shared");
    }
  }
}
