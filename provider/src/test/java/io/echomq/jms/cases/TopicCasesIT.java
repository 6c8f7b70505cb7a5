package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertDelivery;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.cases.TopicScene.Kind;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** Closing, time, bodies, selectors and records of others on topics. */
@WithServer
@Timeout(180)
class TopicCasesIT {

  @ParameterizedTest
  @EnumSource(Kind.class)
  void consumerClosedInItsListenerHasAcknowledgedAndConnectionRefusesToClose(
      Kind kind, TestServer server) throws Exception {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("self-close-" + kind);
      Connection connection = scene.connection("me");
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = kind.open(session, topic);
      CountDownLatch closed = new CountDownLatch(1);
      AtomicReference<Exception> refusal = new AtomicReference<>();
      consumer.setMessageListener(
          message -> {
            try {
              assertThrows(IllegalStateException.class, connection::close);
              consumer.close();
            } catch (JMSException failed) {
              refusal.set(failed);
            }
            closed.countDown();
          });
      scene.publish(topic, "a");

      assertTrue(closed.await(SOON, TimeUnit.MILLISECONDS));
      assertNull(refusal.get());
      if (kind == Kind.DURABLE || kind == Kind.SHARED_DURABLE) {
        await().untilAsserted(() -> reopenAndExpectNothing(scene, topic, kind, session));
      }
    }
  }

  private static void reopenAndExpectNothing(
      TopicScene scene, Topic topic, Kind kind, Session session) throws JMSException {
    try (MessageConsumer again = kind.open(session, topic)) {
      assertNothingComes(again);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void blockedReceiveEndsWithTheClose(Kind kind, TestServer server) throws Exception {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("blocked-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      BlockedReceive blocked = BlockedReceive.in(() -> consumer.receive());

      consumer.close();

      blocked.assertReturnsNull(SOON);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void receiveNoWaitFindsWhatIsThereTheFirstTime(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("nowait-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      for (int i = 1; i <= 50; i++) {
        scene.publish(topic, Integer.toString(i));
        assertFresh(Integer.toString(i), consumer.receiveNoWait());
      }
      assertNull(consumer.receiveNoWait());
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void delayedMessageComesThenNeverEarlyHardlyLate(Kind kind, TestServer server)
      throws JMSException {
    // With so rare a beat only who has been told when comes at all.
    try (TopicScene scene = new TopicScene(server.uri("lease=2h&beat=1h"))) {
      Topic topic = scene.topic("delayed-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      MessageProducer producer = scene.post().createProducer(topic);
      List<Long> late = new ArrayList<>();
      for (int delay : new int[] {700, 300, 500}) {
        producer.setDeliveryDelay(delay);
        producer.send(scene.post().createTextMessage("after " + delay));
      }
      Set<String> texts = new HashSet<>();
      long last = 0;
      for (int i = 0; i < 3; i++) {
        Message message = consumer.receive(SOON);
        late.add(System.currentTimeMillis() - message.getJMSDeliveryTime());
        assertTrue(message.getJMSDeliveryTime() >= last, "out of order");
        last = message.getJMSDeliveryTime();
        texts.add(assertFresh(message.getBody(String.class), message).getBody(String.class));
      }
      assertEquals(Set.of("after 300", "after 500", "after 700"), texts);
      assertTrue(late.stream().allMatch(each -> each >= 0), () -> "early: " + late);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void expiredMessageIsNotDelivered(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("expired-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      MessageProducer producer = scene.post().createProducer(topic);
      producer.setTimeToLive(100);
      Message mortal = scene.post().createTextMessage("mortal");
      producer.send(mortal);
      scene.publish(topic, "immortal");
      await().until(() -> System.currentTimeMillis() > mortal.getJMSExpiration());
      assertFresh("immortal", consumer.receive(SOON));
      assertNothingComes(consumer);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void oneMessageObjectSentTwiceIsTwoMessagesAndRollbackRestoresTheBody(
      Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("bodies-" + kind);
      Session session = scene.session("me", Session.SESSION_TRANSACTED);
      MessageConsumer consumer = kind.open(session, topic);
      MessageProducer producer = scene.post().createProducer(topic);
      TextMessage message = scene.post().createTextMessage("first");
      producer.send(message);
      String id = message.getJMSMessageID();
      message.setText("second");
      producer.send(message);
      assertNotEquals(id, message.getJMSMessageID());

      TextMessage first = (TextMessage) assertFresh("first", consumer.receive(SOON));
      assertEquals(id, first.getJMSMessageID());
      first.clearBody();
      first.setText("changed");
      session.rollback();

      assertDelivery("first", 2, consumer.receive(SOON));
      assertFresh("second", consumer.receive(SOON));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void selectorsAreThreeValuedAndExact(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("selected-" + kind);
      Session session = scene.session("me", Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = kind.open(session, topic, "n = 9007199254740993 OR n IS NULL");
      assertThrows(InvalidSelectorException.class, () -> kind.open(session, topic, "n = = 1"));
      MessageProducer producer = scene.post().createProducer(topic);
      for (long n : new long[] {9007199254740992L, 9007199254740993L}) {
        Message message = scene.post().createTextMessage("n" + n);
        message.setLongProperty("n", n);
        producer.send(message);
      }
      scene.publish(topic, "absent");

      assertFresh("n9007199254740993", consumer.receive(SOON));
      assertFresh("absent", consumer.receive(SOON));
      assertNothingComes(consumer);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void recordAddedByHandIsAMapMessage(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri());
        Jedis jedis = server.jedis()) {
      Topic topic = scene.topic("byhand-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      // The newest position of all, so that whatever the clock says it is above the top.
      jedis.xadd(
          "emq:{byhand-" + kind + "}:stream:events",
          new StreamEntryID("1795959296123-" + ((517L << 12) + 7)),
          Map.of("id", "EVT0STF4r0SSpz", "price", "42.5", "sym", "ECHO"));

      MapMessage message = (MapMessage) consumer.receive(SOON);

      assertEquals("42.5", message.getString("price"));
      assertEquals("ECHO", message.getString("sym"));
      assertEquals("ID:EVT0STF4r0SSpz", message.getJMSMessageID());
      assertEquals(1795959296123L, message.getJMSTimestamp());
      assertEquals(topic, message.getJMSDestination());
      assertEquals(1, Deliveries.count(message));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void recordAddedByHandToAnotherStreamOfAQueueIsAMessageOfThatTopic(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri());
        Jedis jedis = server.jedis()) {
      Topic topic = scene.topic("parts-" + kind + "/audit");
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      // Long past, as a runtime writes that copies an old log: the stream is empty.
      jedis.xadd(
          "emq:{parts-" + kind + "}:stream:audit",
          new StreamEntryID("1704117200000-1620567"),
          Map.of("id", "EVT000xY9Wvvcd", "sym", "ECHO"));

      MapMessage message = (MapMessage) consumer.receive(SOON);

      assertEquals("ECHO", message.getString("sym"));
      assertEquals("ID:EVT000xY9Wvvcd", message.getJMSMessageID());
      assertEquals(1_704_117_200_000L, message.getJMSTimestamp());
      assertEquals(topic, message.getJMSDestination());
      assertEquals(1, Deliveries.count(message));
    }
  }

  @Test
  void rawMapIsFlatFieldsForOthers(TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri());
        Jedis jedis = server.jedis()) {
      MapMessage map = scene.post().createMapMessage();
      map.setString("sym", "ECHO");
      map.setInt("price", 42);
      scene.post().createProducer(scene.topic("raw?payload=raw")).send(map);

      Map<String, String> fields =
          jedis.xrevrange("emq:{raw}:stream:events", "+", "-", 1).get(0).getFields();

      assertEquals("ECHO", fields.get("sym"));
      assertEquals("42", fields.get("price"));
      assertTrue(fields.get("id").startsWith("EVT"));
      assertEquals(3, fields.size());
    }
  }
}
