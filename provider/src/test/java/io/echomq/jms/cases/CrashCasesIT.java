package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static io.echomq.jms.cases.Deliveries.count;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What a consumer leaves whose JVM is killed. */
@WithServer
class CrashCasesIT {
  private static final String OPTIONS = "lease=2s&beat=50ms&maxDeliveries=2";
  private static final long LEASE_AND_BEAT_AND_SLACK = 60_000;

  @Test
  void allThatAKilledConsumerHeldGoesToAnotherWithinALeaseAndOnlyThatIsRedelivered(
      TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri(OPTIONS))) {
      Queue queue = scene.queue("killed");
      scene.sendNumbers(queue, 100);
      HoldingConsumer.holdAndDie(server.uri(OPTIONS), "killed", 10);
      MessageConsumer next = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      Set<String> received = new HashSet<>();
      Set<String> redelivered = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        Message message = next.receive(LEASE_AND_BEAT_AND_SLACK);
        assertNotNull(message, "after " + received.size() + " messages nothing came");
        String text = message.getBody(String.class);
        assertTrue(received.add(text), () -> text + " came twice");
        if (message.getJMSRedelivered()) {
          assertEquals(2, count(message));
          redelivered.add(text);
        }
      }
      for (int i = 1; i <= 10; i++) {
        assertTrue(redelivered.contains(Integer.toString(i)), i + " was held and is not marked");
      }
      assertNothingComes(next);
    }
  }

  @Test
  void aMessageThatKillsItsConsumersIsDeadAfterSoManyCrashes(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri(OPTIONS));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("killer");
      scene.send(queue, "killer");
      for (int crash = 1; crash <= 2; crash++) {
        HoldingConsumer.holdAndDie(server.uri(OPTIONS), "killer", 1);
      }
      scene.send(queue, "harmless");
      MessageConsumer next = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      Message first = next.receive(LEASE_AND_BEAT_AND_SLACK);
      assertEquals("harmless", first.getBody(String.class));
      await()
          .atMost(Duration.ofMillis(LEASE_AND_BEAT_AND_SLACK))
          .until(() -> next.receiveNoWait() == null && jedis.zcard("emq:{killer}:dead") == 1);
      assertEquals("killer", scene.browse(scene.queue("killer/dead")).get(0).getBody(String.class));
    }
  }
}
