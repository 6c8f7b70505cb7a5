package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.cases.TopicScene.Kind;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Time, bodies and selectors on topics as a user meets them. */
@WithServer
@Timeout(180)
class TopicMessagesIT {

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aDelayedMessageComesAtItsTimeWhichBothSidesKnowAndNotBefore(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("delayed-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      MessageProducer producer = scene.post().createProducer(topic);
      producer.setDeliveryDelay(1_500);
      Message sent = scene.post().createTextMessage("delayed");
      producer.send(sent);

      Message received = consumer.receive(SOON);

      assertTrue(System.currentTimeMillis() >= sent.getJMSDeliveryTime(), "came early");
      assertFresh("delayed", received);
      assertEquals(sent.getJMSDeliveryTime(), received.getJMSDeliveryTime());
      assertEquals(1_500, received.getJMSDeliveryTime() - received.getJMSTimestamp());
      assertEquals(sent.getJMSMessageID(), received.getJMSMessageID());
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aMessageThatExpiresInTheBufferOfASlowListenerIsNotDelivered(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("buffered-" + kind);
      MessageConsumer consumer = kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), topic);
      // The first ones let the buffer grow, so that the rest waits in it.
      scene.publishNumbers(topic, 20);
      scene.publish(topic, "slow");
      MessageProducer producer = scene.post().createProducer(topic);
      producer.setTimeToLive(700);
      Message mortal = scene.post().createTextMessage("mortal");
      producer.send(mortal);
      scene.publish(topic, "immortal");
      List<String> seen = new CopyOnWriteArrayList<>();
      CountDownLatch mayEnd = new CountDownLatch(1);
      consumer.setMessageListener(
          message -> {
            String text = text(message);
            seen.add(text);
            if (text.equals("slow")) {
              await().atMost(Duration.ofSeconds(30)).until(() -> mayEnd.getCount() == 0);
            }
          });
      await().atMost(Duration.ofSeconds(30)).until(() -> seen.contains("slow"));
      await().until(() -> System.currentTimeMillis() > mortal.getJMSExpiration());

      mayEnd.countDown();

      await().atMost(Duration.ofSeconds(30)).until(() -> seen.contains("immortal"));
      assertFalse(seen.contains("mortal"), seen::toString);
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
  @MethodSource("io.echomq.jms.cases.ForeignMessages#types")
  void anEmptyMessageOfAnotherProviderIsAccepted(Class<? extends Message> type, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("foreign-" + type.getSimpleName());
      MessageConsumer consumer =
          scene.session("me", Session.AUTO_ACKNOWLEDGE).createConsumer(topic);
      Message foreign = ForeignMessages.empty(type);
      scene.post().createProducer(topic).send(foreign);
      assertNotNull(foreign.getJMSMessageID(), "send did not set the message's id");

      Message received = consumer.receive(SOON);

      assertInstanceOf(type, received);
      assertEquals(foreign.getJMSMessageID(), received.getJMSMessageID());
      assertEquals(topic, received.getJMSDestination());
    }
  }

  private static JMSConsumer open(Kind kind, JMSContext context, Topic topic) {
    return switch (kind) {
      case PLAIN -> context.createConsumer(topic);
      case SHARED -> context.createSharedConsumer(topic, TopicScene.NAME);
      case DURABLE -> context.createDurableConsumer(topic, TopicScene.NAME);
      case SHARED_DURABLE -> context.createSharedDurableConsumer(topic, TopicScene.NAME);
    };
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aBodyOfTheWrongTypeIsRefusedAndTheMessageIsStillThereNotRedelivered(
      Kind kind, TestServer server) throws JMSException {
    try (JMSContext context =
        new EchoMQConnectionFactory(server.uri("clientId=me"))
            .createContext(JMSContext.AUTO_ACKNOWLEDGE)) {
      Topic topic = context.createTopic("wrong-type-" + kind);
      JMSConsumer consumer = open(kind, context, topic);
      context.createProducer().send(topic, "text").send(topic, "next");
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBody(Map.class, SOON));
      assertFresh("text", consumer.receive(SOON));
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBodyNoWait(Integer.class));
      assertEquals("next", consumer.receiveBody(String.class, SOON));
      assertNull(consumer.receiveBodyNoWait(String.class));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anAbsentPropertyMatchesNeitherAComparisonNorItsNegation(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("absent-" + kind);
      String never = "a <> 1 OR NOT (a = 1) OR NOT (a LIKE 'x%') OR a NOT IN ('y')";
      MessageConsumer consumer =
          kind.open(
              scene.session("me", Session.AUTO_ACKNOWLEDGE),
              topic,
              "(" + never + ") OR s LIKE 'a.b[c]%' OR q = 'it''s'");
      scene.publish(topic, "absent");
      for (String pattern : new String[] {"aXb[c]d", "a.b[c]d"}) {
        Message message = scene.post().createTextMessage(pattern);
        message.setStringProperty("s", pattern);
        scene.post().createProducer(topic).send(message);
      }
      Message quoted = scene.post().createTextMessage("quoted");
      quoted.setStringProperty("q", "it's");
      scene.post().createProducer(topic).send(quoted);

      assertFresh("a.b[c]d", consumer.receive(SOON));
      assertFresh("quoted", consumer.receive(SOON));
      assertNothingComes(consumer);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aBadSelectorFailsAtOnceAndAnEmptyOneIsNone(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("bad-" + kind);
      Session session = scene.session("me", Session.AUTO_ACKNOWLEDGE);
      InvalidSelectorException refused =
          assertThrows(InvalidSelectorException.class, () -> kind.open(session, topic, "a ="));
      assertTrue(refused.getMessage().matches(".*\\d.*"), refused::getMessage);
      MessageConsumer all = kind.open(session, topic, "");
      assertNull(all.getMessageSelector());
      scene.publish(topic, "m");
      assertFresh("m", all.receive(SOON));
    }
  }
}
