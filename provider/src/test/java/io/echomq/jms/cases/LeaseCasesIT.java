package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who holds a message, for how long, and how the work is shared. */
@WithServer
class LeaseCasesIT {
  private static final String SHORT = "lease=500ms&beat=50ms";
  private static final long THREE_LEASES = 1_500;

  @ParameterizedTest
  @CsvSource({
    Session.CLIENT_ACKNOWLEDGE + ", 1",
    Session.SESSION_TRANSACTED + ", 1",
    Session.CLIENT_ACKNOWLEDGE + ", 600",
    Session.SESSION_TRANSACTED + ", 600"
  })
  void whatAConsumerSitsOnForThreeLeasesGoesToNobodyElse(int mode, int count, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("sits-" + mode + "-" + count);
      scene.sendNumbers(queue, count);
      Session holder = scene.session(mode);
      MessageConsumer held = holder.createConsumer(queue);
      Message last = null;
      for (int i = 1; i <= count; i++) {
        last = assertFresh(Integer.toString(i), held.receive(SOON));
      }
      MessageConsumer other = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(other, THREE_LEASES);
      if (holder.getTransacted()) {
        holder.commit();
      } else {
        last.acknowledge();
      }
      assertNothingComes(other, THREE_LEASES);
      assertTrue(scene.browse(queue).isEmpty());
    }
  }

  @Test
  void aListenerMayWorkForThreeLeases(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("long-work");
      scene.send(queue, "long");
      AtomicInteger calls = new AtomicInteger();
      CountDownLatch working = new CountDownLatch(1);
      CountDownLatch mayEnd = new CountDownLatch(1);
      scene
          .session(Session.AUTO_ACKNOWLEDGE)
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                calls.incrementAndGet();
                working.countDown();
                await().atMost(Duration.ofSeconds(30)).until(() -> mayEnd.getCount() == 0);
              });
      assertTrue(working.await(5, TimeUnit.SECONDS));
      MessageConsumer other = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(other, THREE_LEASES);
      mayEnd.countDown();
      assertNothingComes(other, THREE_LEASES);
      assertEquals(1, calls.get());
    }
  }

  @Test
  void twoSlowConsumersShareWhatWaitsEvenly(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("two-slow");
      scene.sendNumbers(queue, 20);
      AtomicInteger one = slowListener(scene, queue, 100);
      AtomicInteger two = slowListener(scene, queue, 100);
      await().atMost(Duration.ofSeconds(10)).until(() -> one.get() + two.get() >= 20);
      assertEquals(20, one.get() + two.get());
      assertTrue(one.get() >= 8 && one.get() <= 12, () -> one + " and " + two);
    }
  }

  @Test
  void aFastConsumerDoesNotStarveBehindASlowOnesBuffer(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("slow-and-fast");
      AtomicInteger slow = slowListener(scene, queue, 1_000);
      scene.sendNumbers(queue, 100);
      AtomicInteger fast = slowListener(scene, queue, 0);
      await().atMost(Duration.ofSeconds(4)).until(() -> slow.get() + fast.get() >= 100);
      assertTrue(slow.get() <= 5, () -> "the slow one took " + slow);
    }
  }

  /** A listener that counts its messages when their work is done. */
  private static AtomicInteger slowListener(Scene scene, Queue queue, long workMillis)
      throws JMSException {
    AtomicInteger done = new AtomicInteger();
    Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
    CountDownLatch never = new CountDownLatch(1);
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                if (!never.await(workMillis, TimeUnit.MILLISECONDS)) {
                  done.incrementAndGet();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    return done;
  }
}
