package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertDelivery;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.cases.TopicScene.Kind;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Leases, prefetch and redelivery of topics. */
@WithServer
@Timeout(180)
class TopicRedeliveryIT {
  private static final String SHORT = "lease=1500ms&beat=50ms";

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anUnacknowledgedMessageStaysWithItsConsumerForManyLeases(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri(SHORT))) {
      Topic topic = scene.topic("held-" + kind);
      Session session = scene.session("me", Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer consumer = kind.open(session, topic);
      scene.publish(topic, "held");
      Message held = assertFresh("held", consumer.receive(SOON));
      assertNothingComes(consumer, 4_500);

      held.acknowledge();

      session.recover();
      assertNothingComes(consumer);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatWasOnlyPrefetchedIsNotRedelivered(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri(SHORT))) {
      Topic topic = scene.topic("prefetched-" + kind);
      Session session = scene.session("me", Session.SESSION_TRANSACTED);
      MessageConsumer consumer = kind.open(session, topic);
      scene.publishNumbers(topic, 200);
      for (int i = 1; i <= 120; i++) {
        assertFresh(Integer.toString(i), consumer.receive(SOON));
      }
      session.commit();
      assertFresh("121", consumer.receive(SOON));
      session.rollback();
      assertDelivery("121", 2, consumer.receive(SOON));
      for (int i = 122; i <= 200; i++) {
        assertFresh(Integer.toString(i), consumer.receive(SOON));
      }
      session.commit();
      assertNothingComes(consumer);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  void whatACloseLeavesUnacknowledgedComesAgainLongBeforeItsLeaseEnds(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("closed-" + kind);
      Connection connection = scene.connection("me");
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer consumer = kind.open(session, topic);
      scene.publish(topic, "held", "buffered");
      assertFresh("held", consumer.receive(SOON));
      session.close();
      scene.publish(topic, "later");

      Session next = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer again = kind.open(next, topic);
      assertDelivery("held", 2, again.receive(SOON));
      assertFresh("buffered", again.receive(SOON));
      assertFresh("later", again.receive(SOON));
      assertNothingComes(again);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  void consumerClosedBeforeRollbackOrCommit(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri(SHORT))) {
      Topic topic = scene.topic("closed-consumer-" + kind);
      Session session = scene.session("me", Session.SESSION_TRANSACTED);
      MessageConsumer first = kind.open(session, topic);
      scene.publish(topic, "1", "2", "3");
      assertFresh("1", first.receive(SOON));
      assertFresh("2", first.receive(SOON));
      first.close();
      session.rollback();

      MessageConsumer second = kind.open(session, topic);
      assertDelivery("1", 2, second.receive(SOON));
      assertDelivery("2", 2, second.receive(SOON));
      second.close();
      session.commit();

      MessageConsumer third = kind.open(session, topic);
      assertFresh("3", third.receive(SOON));
      session.commit();
      assertNothingComes(third);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void acknowledgingTheEarliestAcknowledgesAllThatTheSessionConsumed(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri(SHORT))) {
      Topic topic = scene.topic("acknowledged-" + kind);
      Session session = scene.session("me", Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer one = kind.open(session, topic);
      MessageConsumer two = session.createConsumer(topic);
      scene.publish(topic, "a", "b");
      Message earliest = assertFresh("a", one.receive(SOON));
      assertFresh("a", two.receive(SOON));
      assertFresh("b", one.receive(SOON));
      assertFresh("b", two.receive(SOON));

      earliest.acknowledge();

      session.recover();
      assertNothingComes(one);
      assertNothingComes(two);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void listenerThatThrowsGetsItsMessageAgainAndPoisonEndsInTheDead(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri("maxDeliveries=3"))) {
      Topic topic = scene.topic("poison-" + kind);
      Session session = scene.session("me", Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = kind.open(session, topic);
      List<String> seen = new CopyOnWriteArrayList<>();
      consumer.setMessageListener(
          message -> {
            String text = text(message);
            seen.add(text);
            if (text.equals("poison")) {
              throw new IllegalArgumentException("cannot be processed");
            }
          });
      scene.publish(topic, "poison", "b", "c");

      await().atMost(30, TimeUnit.SECONDS).until(() -> seen.contains("c"));
      assertEquals(List.of("poison", "poison", "poison", "b", "c"), seen);
      QueueBrowser dead =
          scene.post().createBrowser(scene.post().createQueue(topic.getTopicName() + "/dead"));
      await().until(() -> dead.getEnumeration().hasMoreElements());
      List<?> buried = Collections.list(dead.getEnumeration());
      assertEquals(1, buried.size());
      Message message = (Message) buried.get(0);
      assertEquals(
          topic.getTopicName(), message.getStringProperty("JMS_EchoMQ_OriginalDestination"));
      assertEquals(
          kind == Kind.PLAIN ? "" : TopicScene.NAME,
          message.getStringProperty("JMS_EchoMQ_Subscription"));
      String why = message.getStringProperty("JMS_EchoMQ_LastError");
      assertTrue(why.contains("cannot be processed"), why);
    }
  }

  private static String text(Message message) {
    try {
      return message.getBody(String.class);
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }
}
