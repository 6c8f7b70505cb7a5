package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.cases.TopicScene.Kind;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who of several consumers of a topic holds a message. */
@WithServer
@Timeout(60)
class TopicSharingIT {
  private static final String SHORT = "lease=500ms&beat=50ms";
  private static final long THREE_LEASES = 1_500;

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SHARED", "SHARED_DURABLE"})
  void whatAConsumerSitsOnForThreeLeasesGoesToNobodyElse(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri(SHORT))) {
      Topic topic = scene.topic("sits-" + kind);
      MessageConsumer held = kind.open(scene.session(null, Session.CLIENT_ACKNOWLEDGE), topic);
      scene.publish(topic, "held");
      Message message = assertFresh("held", held.receive(SOON));
      MessageConsumer other = kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic);
      assertNothingComes(other, THREE_LEASES);

      message.acknowledge();

      assertNothingComes(other, THREE_LEASES);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SHARED", "SHARED_DURABLE"})
  void twoSlowConsumersShareWhatWaitsEvenly(Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("slow-" + kind);
      MessageConsumer one = kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic);
      MessageConsumer two = kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic);
      scene.publishNumbers(topic, 20);
      List<String> byOne = slowListener(one, 100);
      List<String> byTwo = slowListener(two, 100);

      await().atMost(Duration.ofSeconds(10)).until(() -> byOne.size() + byTwo.size() >= 20);

      assertEquals(20, byOne.size() + byTwo.size());
      assertTrue(
          byOne.size() >= 8 && byOne.size() <= 12, () -> byOne.size() + " and " + byTwo.size());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SHARED", "SHARED_DURABLE"})
  void aFastConsumerDoesNotStarveBehindASlowOnesBuffer(Kind kind, TestServer server)
      throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("fast-" + kind);
      MessageConsumer sluggish = kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic);
      MessageConsumer quick = kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic);
      List<String> slow = slowListener(sluggish, 1_000);
      scene.publishNumbers(topic, 100);
      List<String> fast = slowListener(quick, 0);

      await().atMost(Duration.ofSeconds(4)).until(() -> slow.size() + fast.size() >= 100);

      assertTrue(slow.size() <= 5, () -> "the slow one took " + slow.size());
    }
  }

  private static List<String> slowListener(MessageConsumer consumer, long workMillis)
      throws JMSException {
    List<String> done = new CopyOnWriteArrayList<>();
    CountDownLatch never = new CountDownLatch(1);
    consumer.setMessageListener(
        message -> {
          try {
            if (!never.await(workMillis, TimeUnit.MILLISECONDS)) {
              done.add(message.getBody(String.class));
            }
          } catch (JMSException e) {
            throw new AssertionError(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    return done;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void oneMatchBehindFiveThousandOthersComesSoonAndTheOthersCountOnceForAPlainOne(
      Kind kind, TestServer server) throws JMSException {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("five-thousand-" + kind);
      Session session = scene.session("me", Session.AUTO_ACKNOWLEDGE);
      MessageConsumer picky = kind.open(session, topic, "wanted = TRUE");
      MessageConsumer plain =
          scene.session("other", Session.AUTO_ACKNOWLEDGE).createConsumer(topic);
      Session bulk = scene.session(null, Session.SESSION_TRANSACTED);
      MessageProducer producer = bulk.createProducer(topic);
      for (int i = 1; i <= 5_000; i++) {
        producer.send(bulk.createTextMessage(Integer.toString(i)));
        if (i % 1_000 == 0) {
          bulk.commit();
        }
      }
      TextMessage wanted = scene.post().createTextMessage("wanted");
      wanted.setBooleanProperty("wanted", true);
      scene.post().createProducer(topic).send(wanted);

      assertFresh("wanted", picky.receive(2_000));
      for (int i = 1; i <= 5_000; i++) {
        assertFresh(Integer.toString(i), plain.receive(SOON));
      }
      assertFresh("wanted", plain.receive(SOON));
      assertNothingComes(plain);
      assertNothingComes(picky);
    }
  }
}
