package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.receive;
import static io.echomq.jms.queues.Stage.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Queue bounds and deduplication. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class AdmissionIT {
  @AutoClose private final Stage stage;

  AdmissionIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @Test
  void aFullQueueFailsTheSendAndStoresNothing() throws JMSException {
    stage.send("q?maxLength=2&onFull=fail", null, "1", "2");
    ResourceAllocationException full =
        assertThrows(
            ResourceAllocationException.class,
            () -> stage.send("q?maxLength=2&onFull=fail", null, "3"));
    assertEquals("EMQ-QUEUE-FULL", full.getErrorCode());
    assertEquals(List.of("1", "2"), stage.browseTexts("q"));
    assertEquals(
        List.of("1"), receive(stage.session("").createConsumer(stage.queue("q?prefetch=1")), 1));
    await().until(() -> stage.jedis.hlen("emq:{q}:jms:sizes") == 1);
    stage.send("q?maxLength=2&onFull=fail", null, "3");
  }

  @Test
  void whatAQueueOrATopicWouldIgnoreIsRefused() throws JMSException {
    Session session = stage.session("");
    assertThrows(
        InvalidDestinationException.class,
        () -> session.createConsumer(session.createQueue("q?from=-1h")));
    assertThrows(
        InvalidDestinationException.class,
        () -> session.createBrowser(session.createQueue("q?last=5")));
    assertThrows(
        InvalidDestinationException.class,
        () -> session.createProducer(session.createTopic("t?maxLength=5")));
  }

  @Test
  void aBlockedSendWaitsForRoomAndHoldsNobodyUp() throws Exception {
    stage.send("q?maxLength=1", null, "1");
    Session other = stage.session("");
    CompletableFuture<Void> blocked =
        CompletableFuture.runAsync(
            () -> {
              try {
                other
                    .createProducer(other.createQueue("q?maxLength=1"))
                    .send(other.createTextMessage("2"));
              } catch (JMSException failed) {
                throw new IllegalStateException(failed);
              }
            });
    stage.send("elsewhere", null, "x");
    assertTrue(!blocked.isDone());
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(List.of("1", "2"), receive(consumer, 2));
    blocked.get(SOON, TimeUnit.MILLISECONDS);
  }

  @Test
  void aBlockedSendFailsWhenTheSendTimeoutIsOver() throws JMSException {
    Session session = stage.session("sendTimeout=1500ms");
    MessageProducer producer = session.createProducer(session.createQueue("q?maxBytes=1KB"));
    producer.send(session.createTextMessage("x".repeat(900)));
    long begun = System.nanoTime();
    assertThrows(
        ResourceAllocationException.class,
        () -> producer.send(session.createTextMessage("x".repeat(900))));
    assertTrue(System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(1_500));
  }

  @Test
  void aMessageLargerThanTheBoundFailsAtOnceAndDropsNothing() throws JMSException {
    stage.send("q?maxBytes=1KB&onFull=drop-oldest", null, "1");
    for (String onFull : List.of("block", "fail", "drop-oldest")) {
      String queue = "q?maxBytes=1KB&onFull=" + onFull;
      JMSException refused =
          assertTimeout(
              Duration.ofSeconds(5),
              () ->
                  assertThrows(
                      JMSException.class, () -> stage.send(queue, null, "x".repeat(2_000))));
      assertEquals("EMQ-TOO-LARGE", refused.getErrorCode());
      assertTrue(refused.getMessage().contains("exceeds maxBytes 1024"), refused.getMessage());
    }
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    transacted
        .createProducer(transacted.createQueue("q?maxBytes=1KB"))
        .send(transacted.createTextMessage("x".repeat(2_000)));
    JMSException refused = assertThrows(JMSException.class, transacted::commit);
    assertTrue(refused.getMessage().contains("exceeds maxBytes 1024"), refused.getMessage());
    assertEquals(List.of("1"), stage.browseTexts("q"));
  }

  @Test
  void theRefusalOfAFullQueueNamesTheBoundsThatAreSet() throws JMSException {
    stage.send("q?maxLength=1&onFull=fail", null, "1");
    JMSException full =
        assertThrows(JMSException.class, () -> stage.send("q?maxLength=1&onFull=fail", null, "2"));
    assertTrue(full.getMessage().contains("is full (maxLength 1);"), full.getMessage());
  }

  @Test
  void theOldestIsDroppedToTheDeadLettersAndSaysWhy() throws JMSException {
    stage.send("q?maxLength=2&onFull=drop-oldest", null, "1", "2", "3");
    assertEquals(List.of("2", "3"), stage.browseTexts("q"));
    Message dead = stage.browse("q/dead").get(0);
    assertEquals("1", text(dead));
    assertTrue(
        stage
            .jedis
            .hget("emq:{q}:job:" + dead.getJMSMessageID().substring(3), "last_error")
            .startsWith("EMQ-QUEUE-FULL"));
  }

  @Test
  void aTransactionThatFindsAQueueFullIsRolledBackWhole() throws JMSException {
    stage.send("q", null, "1");
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer =
        transacted.createProducer(transacted.createQueue("q?maxLength=2&onFull=fail"));
    producer.send(transacted.createTextMessage("2"));
    producer.send(transacted.createTextMessage("3"));
    assertThrows(TransactionRolledBackException.class, transacted::commit);
    assertEquals(List.of("1"), stage.browseTexts("q"));
    producer.send(transacted.createTextMessage("2"));
    transacted.commit();
    assertEquals(List.of("1", "2"), stage.browseTexts("q"));
  }

  @Test
  void aSecondMessageWithTheSameDedupIdIsStoredOnceInAndOutOfTransactions() throws JMSException {
    sendDedup(stage.sender(), "order-7", "first");
    sendDedup(stage.sender(), "order-7", "again");
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    sendDedup(transacted, "order-7", "and again");
    sendDedup(transacted, "order-8", "other");
    transacted.commit();
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(List.of("first", "other"), receive(consumer, 2));
    assertEquals(2, stage.jedis.keys("emq:?q?:de:*").size());
    assertTrue(stage.jedis.pttl("emq:{q}:de:order-7") > 0);
  }

  @Test
  void afterTheWindowTheSameIdIsStoredAgain() throws JMSException {
    Message message = stage.sender().createTextMessage("x");
    message.setStringProperty("JMS_EchoMQ_DedupID", "a");
    message.setLongProperty("JMS_EchoMQ_DedupMillis", 100);
    MessageProducer producer = stage.sender().createProducer(stage.queue("q"));
    producer.send(message);
    await().until(() -> !stage.jedis.exists("emq:{q}:de:a"));
    producer.send(message);
    assertEquals(2, stage.browse("q").size());
  }

  @Test
  void anIllFormedDedupIdIsRefusedByName() {
    JMSException refused =
        assertThrows(JMSException.class, () -> sendDedup(stage.sender(), "no spaces", "x"));
    assertTrue(refused.getMessage().contains("JMS_EchoMQ_DedupID"), refused.getMessage());
    assertEquals("EMQ-DEDUP-ID", refused.getErrorCode());
  }

  @Test
  void anIllFormedDedupWindowIsRefusedWithWhatToWrite() throws JMSException {
    Message message = stage.sender().createTextMessage("x");
    message.setStringProperty("JMS_EchoMQ_DedupID", "a");
    message.setStringProperty("JMS_EchoMQ_DedupMillis", "abc");
    MessageProducer producer = stage.sender().createProducer(stage.queue("q"));
    JMSException refused = assertThrows(JMSException.class, () -> producer.send(message));
    assertTrue(
        refused.getMessage().contains("JMS_EchoMQ_DedupMillis is 'abc': use a whole number of ms"),
        refused.getMessage());
  }

  private void sendDedup(Session session, String id, String text) throws JMSException {
    Message message = session.createTextMessage(text);
    message.setStringProperty("JMS_EchoMQ_DedupID", id);
    session.createProducer(stage.queue("q")).send(message);
  }

  @Test
  void whatIsConsumedAfterwardsIsWhole() throws JMSException {
    stage.send("q?maxBytes=1MB", null, "a".repeat(100_000));
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    assertEquals("a".repeat(100_000), text(consumer.receive(SOON)));
    await().until(() -> stage.keys("q").equals(List.of("metrics:completed")));
  }
}
