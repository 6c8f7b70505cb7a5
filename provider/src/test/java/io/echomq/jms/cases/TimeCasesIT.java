package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Delivery delay and expiration. */
@WithServer
class TimeCasesIT {
  private static final long DELAY = 1_500;

  @ParameterizedTest
  @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
  void aDelayedMessageIsSeenByNobodyBeforeItsTimeAndComesThen(int sendMode, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("delayed-" + sendMode);
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      Session sender = scene.session(sendMode);
      MessageProducer producer = sender.createProducer(queue);
      producer.setDeliveryDelay(DELAY);
      long before = System.currentTimeMillis();
      Message sent = sender.createTextMessage("delayed");
      producer.send(sent);
      if (sender.getTransacted()) {
        sender.commit();
      }
      assertTrue(sent.getJMSDeliveryTime() >= before + DELAY);
      assertIsNotShownBeforeItsTime(scene, queue, sent);
      Message early = consumer.receive(DELAY / 2);
      boolean due = System.currentTimeMillis() >= sent.getJMSDeliveryTime();
      assertTrue(early == null || due, "came early");
      assertIsNotShownBeforeItsTime(scene, queue, sent);
      Message received = early == null ? consumer.receive(SOON) : early;
      assertTrue(System.currentTimeMillis() >= sent.getJMSDeliveryTime(), "came early");
      assertFresh("delayed", received);
      assertEquals(sent.getJMSDeliveryTime(), received.getJMSDeliveryTime());
    }
  }

  /** A busy machine may look only when its time has come. */
  private static void assertIsNotShownBeforeItsTime(Scene scene, Queue queue, Message delayed)
      throws JMSException {
    boolean hidden = scene.browse(queue).isEmpty();
    assertTrue(hidden || System.currentTimeMillis() >= delayed.getJMSDeliveryTime(), "shown early");
  }

  @Test
  void delayedMessagesComeInTheOrderOfTheirTimesNeverEarlyAndHardlyLate(TestServer server)
      throws JMSException {
    // With so rare a beat only who has been told when comes at all.
    try (Scene scene = new Scene(server.uri("lease=2h&beat=1h"))) {
      Queue queue = scene.queue("many-delays");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      MessageProducer producer = scene.post().createProducer(queue);
      Set<String> missing = new HashSet<>();
      // Far apart: what a stalled machine finds due at one look comes in the order it was sent in.
      for (long delay : new long[] {5_000, 500, 2_700}) {
        producer.setDeliveryDelay(delay);
        producer.send(scene.post().createTextMessage(Long.toString(delay)));
        missing.add(Long.toString(delay));
      }
      long last = 0;
      while (!missing.isEmpty()) {
        Message message = consumer.receive(SOON);
        assertNotNull(message, () -> "did not come: " + missing);
        long due = message.getJMSDeliveryTime();
        assertTrue(System.currentTimeMillis() >= due, "came early");
        assertTrue(due >= last, "out of order");
        last = due;
        String text = message.getBody(String.class);
        assertFresh(text, message);
        assertTrue(missing.remove(text), () -> text + " came twice");
      }
    }
  }

  @Test
  void anUndelayedMessageOvertakesADelayedOne(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("overtakes");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      MessageProducer producer = scene.post().createProducer(queue);
      producer.setDeliveryDelay(400);
      producer.send(scene.post().createTextMessage("late"));
      scene.send(queue, "now");
      assertFresh("now", consumer.receive(SOON));
      assertFresh("late", consumer.receive(SOON));
    }
  }

  @Test
  void aMessageThatExpiresInTheBufferOfASlowListenerIsNotDelivered(TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("expires-in-buffer");
      List<String> seen = new CopyOnWriteArrayList<>();
      CountDownLatch mayEnd = new CountDownLatch(1);
      // The first twenty let the buffer grow, so that the rest waits in it.
      for (int i = 1; i <= 20; i++) {
        scene.send(queue, "warm" + i);
      }
      scene.send(queue, "slow");
      Session sender = scene.post();
      MessageProducer producer = sender.createProducer(queue);
      producer.setTimeToLive(700);
      Message mortal = sender.createTextMessage("mortal");
      producer.send(mortal);
      scene.send(queue, "immortal");
      scene
          .session(Session.AUTO_ACKNOWLEDGE)
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                String text = text(message);
                seen.add(text);
                if (text.equals("slow")) {
                  await().until(() -> mayEnd.getCount() == 0);
                }
              });
      await().until(() -> seen.contains("slow"));
      await().until(() -> System.currentTimeMillis() > mortal.getJMSExpiration());
      mayEnd.countDown();
      await().until(() -> seen.contains("immortal"));
      assertFalse(seen.contains("mortal"), seen::toString);
    }
  }

  @Test
  void anExpiredMessageIsNotReceivedAndAnUnexpiredOneIs(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("expires-waiting");
      MessageProducer producer = scene.post().createProducer(queue);
      producer.setTimeToLive(200);
      Message mortal = scene.post().createTextMessage("mortal");
      producer.send(mortal);
      producer.setTimeToLive(60_000);
      producer.send(scene.post().createTextMessage("young"));
      await().until(() -> System.currentTimeMillis() > mortal.getJMSExpiration());
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      Message received = assertFresh("young", consumer.receive(SOON));
      assertEquals(60_000, received.getJMSExpiration() - received.getJMSTimestamp());
      assertNothingComes(consumer);
    }
  }

  @Test
  void aDelayLongerThanTheTimeToLiveLeavesNothingToDeliver(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("dead-on-arrival");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      MessageProducer producer = scene.post().createProducer(queue);
      producer.setTimeToLive(200);
      producer.setDeliveryDelay(600);
      producer.send(scene.post().createTextMessage("never"));
      assertNothingComes(consumer, 1_500);
      await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> jedis.keys("emq:{dead-on-arrival}:job:*").isEmpty());
    }
  }

  private static String text(Message message) {
    try {
      return message.getBody(String.class);
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
  void expiredMessagesOfAQueueWithoutConsumersAreGoneWithinSeconds(int mode, TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      String name = "expires-alone-" + mode;
      Queue queue = scene.queue(name);
      Session session = scene.session(mode);
      MessageProducer producer = session.createProducer(queue);
      producer.setTimeToLive(3_000);
      for (int i = 0; i < 50; i++) {
        producer.send(session.createTextMessage("mortal " + i));
      }
      if (session.getTransacted()) {
        session.commit();
      }
      assertNotNull(jedis.zrandmember("emq:{" + name + "}:pending"));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> jedis.keys("emq:{" + name + "}:job:*").isEmpty());
      assertEquals(0, jedis.zcard("emq:{" + name + "}:pending"));
    }
  }
}
