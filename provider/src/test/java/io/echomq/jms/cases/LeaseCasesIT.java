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
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** Who holds a message, for how long, and how the work is shared. */
@WithServer
class LeaseCasesIT {
  /** Not shorter, for its holder must come to extend it on a busy machine too. */
  private static final String SHORT = "lease=1500ms&beat=50ms";

  private static final long THREE_LEASES = 4_500;

  @ParameterizedTest
  @CsvSource({
    Session.CLIENT_ACKNOWLEDGE + ", 1",
    Session.SESSION_TRANSACTED + ", 1",
    Session.CLIENT_ACKNOWLEDGE + ", 600",
    Session.SESSION_TRANSACTED + ", 600"
  })
  void whatAConsumerSitsOnForThreeLeasesGoesToNobodyElse(int mode, int count, TestServer server)
      throws JMSException {
    String name = "sits-" + mode + "-" + count;
    try (Scene scene = new Scene(server.uri(SHORT));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue(name);
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
      assertNothingComes(other);
      assertEquals(Set.of(), jedis.keys("emq:{" + name + "}:job:*"));
    }
  }

  @Test
  void aListenerMayWorkForThreeLeases(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri(SHORT));
        Jedis jedis = server.jedis()) {
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
      assertTrue(working.await(SOON, TimeUnit.MILLISECONDS));
      MessageConsumer other = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(other, THREE_LEASES);
      mayEnd.countDown();
      await().until(() -> jedis.keys("emq:{long-work}:job:*").isEmpty());
      assertNothingComes(other);
      assertEquals(1, calls.get());
    }
  }

  @Test
  void twoSlowConsumersShareWhatWaitsEvenly(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("two-slow");
      CountDownLatch both = new CountDownLatch(2);
      scene.sendNumbers(queue, 20);
      SlowListener one = slowListener(scene, queue, both);
      SlowListener two = slowListener(scene, queue, both);
      await().atMost(Duration.ofSeconds(30)).until(() -> one.done() + two.done() >= 20);
      assertEquals(20, one.done() + two.done());
      assertTrue(one.done() >= 8 && one.done() <= 12, () -> one.done() + " and " + two.done());
    }
  }

  private static SlowListener slowListener(Scene scene, Queue queue, CountDownLatch both)
      throws JMSException {
    SlowListener slow = new SlowListener(both);
    scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).setMessageListener(slow);
    return slow;
  }

  @Test
  void aFastConsumerDoesNotStarveBehindASlowOnesBuffer(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("slow-and-fast");
      CountDownLatch working = new CountDownLatch(1);
      CountDownLatch mayEnd = new CountDownLatch(1);
      AtomicInteger slow = new AtomicInteger();
      listen(
          scene,
          queue,
          () -> {
            slow.incrementAndGet();
            working.countDown();
            mayEnd.await();
          });
      scene.sendNumbers(queue, 100);
      assertTrue(working.await(SOON, TimeUnit.MILLISECONDS));
      AtomicInteger fast = new AtomicInteger();
      listen(scene, queue, fast::incrementAndGet);
      // All but the one that the slow listener has in its hands.
      await().atMost(Duration.ofSeconds(30)).until(() -> fast.get() == 99);
      mayEnd.countDown();
      assertEquals(1, slow.get());
    }
  }

  /** What a listener does with any message. */
  private interface Work {
    void run() throws InterruptedException;
  }

  private static void listen(Scene scene, Queue queue, Work work) throws JMSException {
    scene
        .session(Session.AUTO_ACKNOWLEDGE)
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                work.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
