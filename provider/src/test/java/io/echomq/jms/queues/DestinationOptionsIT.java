package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.NEVER;
import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stands behind a destination's name has its effect, and overrides the factory. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DestinationOptionsIT {
  @AutoClose private final Stage stage;

  DestinationOptionsIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @Test
  void prefetchBoundsWhatAConsumerOfAQueueHoldsAhead() throws Exception {
    Session session = stage.session("");
    MessageConsumer plain = session.createConsumer(session.createQueue("plain"));
    MessageConsumer bounded = session.createConsumer(session.createQueue("bounded?prefetch=1"));
    long most = mostTaken(bounded, "bounded");
    long mostPlain = mostTaken(plain, "plain");
    assertEquals(1, most, "no more than the one that was received was taken");
    assertTrue(mostPlain > 1, "a fast consumer of the factory's prefetch takes more");
  }

  /** The most that was off the queue at once while forty were received one after another. */
  private long mostTaken(MessageConsumer consumer, String queue) throws JMSException {
    String[] numbers = IntStream.range(0, 40).mapToObj(Integer::toString).toArray(String[]::new);
    stage.send(queue, null, numbers);
    long most = 0;
    for (int i = 0; i < 40; i++) {
      assertEquals(numbers[i], text(consumer.receive(SOON)));
      most = Math.max(most, 40 - stage.jedis.zcard("emq:{" + queue + "}:pending") - i);
    }
    return most;
  }

  @Test
  void prefetchBoundsWhatAConsumerOfATopicHoldsAhead() throws Exception {
    Session session = stage.session("");
    Topic topic = session.createTopic("prices?prefetch=1");
    MessageConsumer consumer = session.createSharedConsumer(topic, "s");
    MessageConsumer other =
        stage.session("").createSharedConsumer(session.createTopic("prices"), "s");
    MessageProducer producer = stage.sender().createProducer(session.createTopic("prices"));
    for (int i = 0; i < 40; i++) {
      producer.send(stage.sender().createTextMessage("m" + i));
    }
    for (int i = 0; i < 5; i++) {
      assertEquals("m" + i, text(consumer.receive(SOON)));
    }
    // Nothing is held by who took five one at a time.
    for (int i = 5; i < 40; i++) {
      assertEquals("m" + i, text(other.receive(SOON)));
    }
    assertNull(other.receive(NEVER));
  }

  @Test
  void redeliveryOptionsHoldForThisDestination() throws JMSException {
    stage.send("q", null, "x");
    Session session = stage.session("redeliveryDelay=1h", Session.SESSION_TRANSACTED);
    MessageConsumer consumer =
        session.createConsumer(
            session.createQueue(
                "q?redeliveryDelay=200ms&redeliveryMultiplier=3.0&maxRedeliveryDelay=400ms"
                    + "&redeliveryJitter=0.5"));
    long[] waited = new long[4];
    long begun = System.nanoTime();
    for (int i = 0; i < waited.length; i++) {
      assertEquals("x", text(consumer.receive(SOON)));
      waited[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      if (i == 3) {
        consumer.close(); // so that nobody fetches it before it is looked at
      }
      begun = System.nanoTime();
      session.rollback();
    }
    assertTrue(waited[1] >= 90, "half of 200 ms at least, was " + waited[1]);
    assertTrue(waited[2] >= 190, "half of 400 ms at least, was " + waited[2]);
    assertTrue(waited[3] >= 190, "and no more than 400 ms, not 1800: " + waited[3]);
    double score =
        stage.jedis.zscore("emq:{q}:schedule", stage.jedis.zrange("emq:{q}:schedule", 0, 0).get(0));
    assertTrue(score - System.currentTimeMillis() <= 450, "capped");
  }

  @Test
  void payloadRawStoresTheBodyAlone() throws JMSException {
    Session session = stage.sender();
    session
        .createProducer(session.createQueue("q?payload=raw"))
        .send(session.createTextMessage("alone"));
    String id = stage.jedis.zrange("emq:{q}:pending", 0, 0).get(0);
    assertEquals("alone", stage.jedis.hget("emq:{q}:job:" + id, "payload"));
  }

  @Test
  void syncIsAskedForByTheDestinationAlone() throws JMSException {
    Session session = stage.sender();
    MessageProducer plain = session.createProducer(session.createQueue("q"));
    plain.send(session.createTextMessage("not synced"));
    // no replica is there to confirm: with throw the send says so, once it is applied
    MessageProducer synced =
        session.createProducer(
            session.createQueue(
                "q?sync=replicas&syncCount=1&syncTimeout=50ms&syncOnTimeout=throw"));
    JMSException unsure =
        assertThrows(JMSException.class, () -> synced.send(session.createTextMessage("unsure")));
    assertTrue(unsure.getMessage().contains("50"), unsure.getMessage());
    session
        .createProducer(session.createQueue("q?sync=replicas&syncTimeout=50ms&syncOnTimeout=warn"))
        .send(session.createTextMessage("warned"));
    assertEquals(3, stage.jedis.zcard("emq:{q}:pending"));
  }

  @Test
  void anEmptyOptionTakesTheFactorysAway() throws JMSException {
    stage.send("q", null, "x");
    Session session = stage.session("deadLetterQueue=graveyard&maxDeliveries=1");
    fail(session.createConsumer(session.createQueue("q?deadLetterQueue=")));
    await().until(() -> stage.jedis.zcard("emq:{q}:dead") == 1);
    stage.send("r", null, "y");
    fail(session.createConsumer(session.createQueue("r")));
    MessageConsumer graveyard = stage.session("").createConsumer(stage.queue("graveyard"));
    assertEquals("y", text(graveyard.receive(SOON)));
    assertNull(graveyard.receive(NEVER));
    assertEquals(1, stage.jedis.zcard("emq:{q}:dead"));
  }

  @Test
  void aTopicHasItsOwnLimitOfDeliveriesAndItsOwnDeadLetterQueue() throws JMSException {
    Session session = stage.session("");
    Topic topic = session.createTopic("prices?maxDeliveries=2&deadLetterQueue=stale-prices");
    fail(session.createSharedConsumer(topic, "s"));
    stage.sender().createProducer(topic).send(stage.sender().createTextMessage("42"));
    Message dead = stage.session("").createConsumer(stage.queue("stale-prices")).receive(SOON);
    assertEquals("42", text(dead));
    assertEquals(2, dead.getIntProperty("JMS_EchoMQ_DeliveryCount"));
    // Out of the topic's dead letters it goes in a second step.
    await().until(() -> !stage.jedis.exists("emq:{prices}:dead"));
  }

  @Test
  void whatIsNoOptionIsRefusedWhereTheDestinationIsUsed() throws JMSException {
    JMSException refused =
        assertThrows(
            JMSException.class, () -> stage.sender().createConsumer(stage.queue("q?prefetsch=1")));
    assertTrue(refused.getMessage().contains("prefetsch"), refused.getMessage());
  }

  private static void fail(MessageConsumer consumer) throws JMSException {
    CountDownLatch never = new CountDownLatch(1);
    consumer.setMessageListener(
        message -> {
          throw new IllegalStateException("never " + never.getCount());
        });
  }
}
