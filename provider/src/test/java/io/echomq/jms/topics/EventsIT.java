package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a queue's messages, as a program hears it. */
@WithServer
@Timeout(180)
class EventsIT {
  private static final long SOON = 60_000;

  private final EchoMQConnectionFactory factory;
  private JMSContext listening;
  private JMSContext working;
  private Topic events;
  private Queue orders;
  private JMSConsumer told;

  EventsIT(TestServer server) {
    factory = new EchoMQConnectionFactory(server.uri("events=on&maxDeliveries=2&clientId=desk"));
  }

  @BeforeEach
  void connect() {
    listening = factory.createContext();
    events = listening.createTopic("orders/$events");
    told = listening.createConsumer(events);
    working = listening.createContext(JMSContext.SESSION_TRANSACTED);
    orders = working.createQueue("orders");
  }

  @AfterEach
  void close() {
    working.close();
    listening.close();
  }

  private MapMessage assertTold(String event) throws JMSException {
    MapMessage message = assertInstanceOf(MapMessage.class, told.receive(SOON));
    assertEquals(event, message.getString("event"));
    assertEquals(events, message.getJMSDestination());
    return message;
  }

  @Test
  void aTransactionIsToldWhenItIsCommittedAndNotWhenItIsRolledBack() throws JMSException {
    working.createProducer().send(orders, "never");
    working.rollback();
    assertNull(told.receive(200));
    working.createProducer().send(orders, "a");
    assertNull(told.receive(200));
    working.commit();

    String job = assertTold("enqueued").getString("job");

    JMSConsumer consumer = working.createConsumer(orders);
    assertEquals("ID:" + job, consumer.receive(SOON).getJMSMessageID());
    working.rollback();
    assertEquals(job, assertTold("retried").getString("job"));
    consumer.receive(SOON);
    working.commit();
    assertEquals(job, assertTold("completed").getString("job"));
    assertNull(told.receiveNoWait());
  }

  @Test
  void poisonIsToldAsFailedAndDeadWithTheReason() throws JMSException {
    working.createProducer().send(orders, "poison");
    working.commit();
    JMSConsumer consumer = working.createConsumer(orders);
    for (int i = 0; i < 2; i++) {
      consumer.receive(SOON);
      working.rollback();
    }
    assertTold("enqueued");
    assertTold("retried");
    MapMessage failed = assertTold("failed");
    assertEquals(failed.getString("job"), assertTold("dead").getString("job"));
    assertEquals(true, failed.itemExists("reason"));
  }

  @Test
  void eventsCanNeitherBeSentNorKept() {
    assertThrows(
        InvalidDestinationRuntimeException.class,
        () -> listening.createProducer().send(events, "made up"));
    assertThrows(
        InvalidDestinationRuntimeException.class,
        () -> listening.createDurableConsumer(events, "kept"));
    assertThrows(
        InvalidDestinationRuntimeException.class,
        () -> listening.createSharedConsumer(events, "shared"));
  }
}
