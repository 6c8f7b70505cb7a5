package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertDelivery;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.CapturedLog;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** JMS beside runtimes that know none of it, on the same queues. */
@WithServer
class PolyglotCasesIT {
  private static final String SHORT = "lease=500ms&beat=50ms";
  private static final String ID = "JOB0STF4r0SSpz";
  private static final long MINTED_AT = 1_795_959_296_123L;

  @ParameterizedTest
  @ValueSource(strings = {"hello", "", "{\"order\":1}", "grüße, 世界", "line\nline"})
  void aJobPutByHandIsATextMessageWithItsIdTimestampAndCountOne(String payload, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("by-hand");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(consumer);
      ForeignRuntime foreign = new ForeignRuntime(jedis, "by-hand");
      foreign.enqueue(ID, payload);
      Message message = assertFresh(payload, consumer.receive(SOON));
      assertInstanceOf(TextMessage.class, message);
      assertEquals("ID:" + ID, message.getJMSMessageID());
      assertEquals(MINTED_AT, message.getJMSTimestamp());
      assertEquals(queue, message.getJMSDestination());
      await().until(() -> !foreign.hasRow(ID) && foreign.size("active") == 0);
      assertEquals("1", jedis.hget("emq:{by-hand}:metrics:completed", "count"));
    }
  }

  @Test
  void bytesThatAreNoTextAreABytesMessage(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      byte[] payload = {(byte) 0xff, 0, (byte) 0xc3, '\n', 1};
      new ForeignRuntime(jedis, "binary").enqueue(ID, payload, "0");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      Message message = session.createConsumer(scene.queue("binary")).receive(SOON);
      assertInstanceOf(BytesMessage.class, message);
      assertArrayEquals(payload, message.getBody(byte[].class));
      assertEquals("ID:" + ID, message.getJMSMessageID());
      assertEquals(MINTED_AT, message.getJMSTimestamp());
    }
  }

  @Test
  void aRetriedJobOfAnotherRuntimeWithFieldsOfItsOwnIsRedelivered(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      ForeignRuntime foreign = new ForeignRuntime(jedis, "retried");
      foreign.enqueue(ID, "again".getBytes(java.nio.charset.StandardCharsets.UTF_8), "2");
      foreign.setField(ID, "stalled", "1");
      foreign.setField(ID, "last_error", "oops");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      assertDelivery("again", 3, session.createConsumer(scene.queue("retried")).receive(SOON));
    }
  }

  @Test
  void aMessageThatAnotherRuntimeClaimedAndCompletedIsGone(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("completed-by-hand");
      scene.send(queue, "theirs");
      ForeignRuntime foreign = new ForeignRuntime(jedis, "completed-by-hand");
      foreign.complete(foreign.claim(500));
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(consumer, 1_500);
      assertTrue(scene.browse(queue).isEmpty());
    }
  }

  @Test
  void aMessageThatAnotherRuntimeClaimedAndLeftComesBackRedeliveredAfterItsLease(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("left-by-hand");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(consumer, 100);
      consumer.close();
      scene.send(queue, "left");
      new ForeignRuntime(jedis, "left-by-hand").claim(3_000);
      MessageConsumer next = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(next, 300);
      assertDelivery("left", 2, next.receive(SOON));
    }
  }

  @Test
  void aJmsMessageIsARowThatAnyoneCanRead(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      TextMessage message = scene.post().createTextMessage("grüße");
      message.setIntProperty("n", 7);
      scene.post().createProducer(scene.queue("readable")).send(message);
      String id = message.getJMSMessageID().substring("ID:".length());
      ForeignRuntime foreign = new ForeignRuntime(jedis, "readable");
      assertTrue(id.matches("JOB[0-9A-Za-z]{11}"), id);
      assertEquals("pending", foreign.field(id, "state"));
      assertEquals("0", foreign.field(id, "attempts"));
      assertEquals(3, jedis.hlen("emq:{readable}:job:" + id));
      String payload = foreign.field(id, "payload");
      assertTrue(payload.startsWith("{\"jms\":1,"), payload);
      assertTrue(payload.endsWith("\ngrüße"), payload);
      assertEquals(0.0, jedis.zscore("emq:{readable}:pending", id));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"echomq:3.0.0", "echomq:2.4.2", "", "bullmq:5"})
  void aForeignVersionIsRefusedByNameAndLeftUntouched(String version, TestServer server) {
    try (Jedis jedis = server.jedis()) {
      jedis.set("{emq}:version", version);
      JMSException refused =
          assertThrows(
              JMSException.class, () -> new Scene(server.uri()).factory().createConnection());
      assertTrue(refused.getMessage().contains("echomq:2.0.0"), refused::getMessage);
      assertTrue(refused.getMessage().contains(version), refused::getMessage);
      assertEquals(version, jedis.get("{emq}:version"));
    }
  }

  @Test
  void aVersionThatTheConfigurationJoinsIsJoined(TestServer server) throws JMSException {
    try (Jedis jedis = server.jedis()) {
      jedis.set("{emq}:version", "echomq:2.4.2");
      String options = "protocolVersions=echomq:2.0.0,echomq:2.4.2";
      try (Scene scene = new Scene(server.uri(options))) {
        scene.send(scene.queue("joined"), "m");
      }
      assertEquals("echomq:2.4.2", jedis.get("{emq}:version"));
    }
  }

  @Test
  void anUnsetVersionIsSetByTheFirstConnection(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      scene.connection();
      assertEquals("echomq:2.0.0", jedis.get("{emq}:version"));
    }
  }

  @Test
  void aPendingMemberWithoutARowIsSkippedAndRemoved(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("ghosts");
      ForeignRuntime foreign = new ForeignRuntime(jedis, "ghosts");
      foreign.ghost("pending", 0, "JOB00000000001");
      foreign.ghost("pending", 0, "JOB00000000002");
      scene.send(queue, "real");
      foreign.ghost("pending", 0, "JOBzzzzzzzzzz1");
      assertEquals(1, scene.browse(queue).size());
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertFresh("real", consumer.receive(SOON));
      assertNothingComes(consumer);
      await().until(() -> foreign.size("pending") == 0 && foreign.size("active") == 0);
      assertFalse(foreign.hasRow("JOB00000000001"));
    }
  }

  @Test
  void aGhostIsLoggedOnce(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis();
        CapturedLog log = new CapturedLog()) {
      ForeignRuntime foreign = new ForeignRuntime(jedis, "told-ghosts");
      foreign.ghost("pending", 0, "JOB00000000007");
      Queue queue = scene.queue("told-ghosts");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(consumer);
      scene.send(queue, "real");
      assertFresh("real", consumer.receive(SOON));
      assertNothingComes(consumer);
      assertEquals(1, log.lines("JOB00000000007").size(), "lines of the log");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"active", "schedule"})
  void aGhostInAnotherSetIsRemovedToo(String set, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("ghost-" + set);
      ForeignRuntime foreign = new ForeignRuntime(jedis, "ghost-" + set);
      foreign.ghost(set, 1_000, "JOB00000000001");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(consumer, 1_000);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> foreign.size(set) == 0 && foreign.size("pending") == 0);
      assertFalse(foreign.hasRow("JOB00000000001"));
      scene.send(queue, "real");
      assertFresh("real", consumer.receive(SOON));
    }
  }

  @Test
  void aQueueThatAnotherRuntimePausedRestsUntilItIsResumed(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("paused");
      ForeignRuntime foreign = new ForeignRuntime(jedis, "paused");
      foreign.pause();
      scene.send(queue, "waits");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertNothingComes(consumer);
      assertEquals(1, foreign.size("pending"));
      foreign.unpause();
      assertFresh("waits", consumer.receive(SOON));
    }
  }
}
