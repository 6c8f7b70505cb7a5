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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who of several consumers of a topic holds a message. */
@WithServer
@Timeout(180)
class TopicSharingIT {
  /** Not shorter, for its holder must come to extend it on a busy machine too. */
  private static final String SHORT = "lease=1500ms&beat=50ms";

  private static final long THREE_LEASES = 4_500;

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

      assertNothingComes(other);
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
      CountDownLatch both = new CountDownLatch(2);
      SlowListener byOne = new SlowListener(both);
      SlowListener byTwo = new SlowListener(both);
      one.setMessageListener(byOne);
      two.setMessageListener(byTwo);

      await().atMost(Duration.ofSeconds(30)).until(() -> byOne.done() + byTwo.done() >= 20);

      assertEquals(20, byOne.done() + byTwo.done());
      assertTrue(
          byOne.done() >= 8 && byOne.done() <= 12, () -> byOne.done() + " and " + byTwo.done());
    }
  }

  /** What a listener does with any message. */
  private interface Work {
    void run() throws InterruptedException;
  }

  private static void listen(MessageConsumer consumer, Work work) throws JMSException {
    consumer.setMessageListener(
        message -> {
          try {
            work.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SHARED", "SHARED_DURABLE"})
  void aFastConsumerDoesNotStarveBehindASlowOnesBuffer(Kind kind, TestServer server)
      throws Exception {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("fast-" + kind);
      MessageConsumer sluggish = kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic);
      CountDownLatch working = new CountDownLatch(1);
      CountDownLatch mayEnd = new CountDownLatch(1);
      AtomicInteger slow = new AtomicInteger();
      listen(
          sluggish,
          () -> {
            slow.incrementAndGet();
            working.countDown();
            mayEnd.await();
          });
      scene.publishNumbers(topic, 100);
      assertTrue(working.await(SOON, TimeUnit.MILLISECONDS));
      AtomicInteger fast = new AtomicInteger();
      listen(
          kind.open(scene.session(null, Session.AUTO_ACKNOWLEDGE), topic), fast::incrementAndGet);

      // All but the one that the slow listener has in its hands.
      await().atMost(Duration.ofSeconds(30)).until(() -> fast.get() == 99);

      mayEnd.countDown();
      assertEquals(1, slow.get());
    }
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

      assertFresh("wanted", picky.receive(SOON));
      for (int i = 1; i <= 5_000; i++) {
        assertFresh(Integer.toString(i), plain.receive(SOON));
      }
      assertFresh("wanted", plain.receive(SOON));
      assertNothingComes(plain);
      assertNothingComes(picky);
    }
  }
}
