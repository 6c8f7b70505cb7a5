package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What lands behind the place up to which a selective consumer has looked, each time after its pass
 * has ended (hard cases, 18), and what stands in its way (19).
 */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SelectorCursorIT {
  /** Older than anything that is minted in a test. */
  private static final String OLD = "JOB0000000000A";

  private static final String MATCH = "{\"jms\":1,\"m\":\"t\",\"p\":{\"colour\":\"red\"}}\nmatch";

  @AutoClose private final Stage stage;
  private final MessageConsumer red;

  SelectorCursorIT(TestServer server) throws JMSException {
    stage = new Stage(server);
    stage.send("q", null, "a", "b", "c", "d", "e");
    red = stage.session("").createConsumer(stage.queue("q"), "colour = 'red'");
    assertNull(red.receiveNoWait(), "the whole queue was looked through");
  }

  @Test
  void anOlderIdOfAnotherRuntime() throws JMSException {
    row(OLD, "pending", "0");
    stage.jedis.zadd("emq:{q}:pending", 0, OLD);
    assertEquals("match", text(red.receive(SOON)));
  }

  @Test
  void aReapByAnotherRuntime() throws JMSException {
    row(OLD, "active", "1");
    stage.jedis.zadd("emq:{q}:active", 9e15, OLD);
    assertNull(red.receiveNoWait());
    // its worker died, and its reaper does what reap does, without a token
    stage.jedis.zrem("emq:{q}:active", OLD);
    stage.jedis.hset("emq:{q}:job:" + OLD, "state", "pending");
    stage.jedis.zadd("emq:{q}:pending", 0, OLD);
    Message again = red.receive(SOON);
    assertEquals("match", text(again));
    assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
  }

  @Test
  void aPromoteByAnotherRuntime() throws JMSException {
    row(OLD, "scheduled", "0");
    stage.jedis.zadd("emq:{q}:schedule", 9e15, OLD);
    assertNull(red.receiveNoWait());
    stage.jedis.zrem("emq:{q}:schedule", OLD);
    stage.jedis.hset("emq:{q}:job:" + OLD, "state", "pending");
    stage.jedis.zadd("emq:{q}:pending", 0, OLD);
    assertEquals("match", text(red.receive(SOON)));
  }

  @Test
  void aCommitLongAfterItsSends() throws JMSException {
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    Message early = transacted.createTextMessage("early");
    early.setStringProperty("colour", "red");
    transacted.createProducer(stage.queue("q")).send(early);
    stage.send("q", null, "later", "later still");
    assertNull(red.receiveNoWait(), "looked through beyond the place where it will stand");
    transacted.commit();
    assertEquals("early", text(red.receive(SOON)));
  }

  @Test
  void aHigherPriority() throws JMSException {
    MessageProducer producer = stage.sender().createProducer(stage.queue("q"));
    producer.setPriority(9);
    Message urgent = stage.sender().createTextMessage("urgent");
    urgent.setStringProperty("colour", "red");
    producer.send(urgent);
    assertEquals("urgent", text(red.receive(SOON)));
  }

  @Test
  void whatAnotherSessionRollsBack() throws JMSException {
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    row(OLD, "pending", "0");
    stage.jedis.zadd("emq:{q}:pending", 0, OLD);
    assertEquals("match", text(transacted.createConsumer(stage.queue("q")).receive(SOON)));
    assertNull(red.receiveNoWait());
    transacted.rollback();
    assertEquals("match", text(red.receive(SOON)));
  }

  @Test
  void badAndGiantMessagesStandInNobodysWay() throws JMSException {
    stage.jedis.hset("emq:{q}:job:JOB00000000001", Map.of("state", "pending", "attempts", "0"));
    // With the text that the selector asks for, lest they be passed over at sight.
    String bad = "{\"jms\":1,\"x\":\"red\",broken\n";
    stage.jedis.hset("emq:{q}:job:JOB00000000001", "payload", bad);
    stage.jedis.hset("emq:{q}:job:JOB00000000002", Map.of("state", "pending", "attempts", "0"));
    stage.jedis.hset(
        "emq:{q}:job:JOB00000000002".getBytes(StandardCharsets.UTF_8),
        "payload".getBytes(StandardCharsets.UTF_8),
        new byte[3 << 20]);
    stage.jedis.set("emq:{q}:job:JOB00000000003", "no hash at all");
    String deep = "[".repeat(5000) + "]".repeat(5000);
    stage.jedis.hset("emq:{q}:job:JOB00000000004", Map.of("state", "pending", "attempts", "x"));
    String tower = "{\"jms\":1,\"x\":\"red\",\"p\":" + deep + "}\n";
    stage.jedis.hset("emq:{q}:job:JOB00000000004", "payload", tower);
    for (int i = 1; i <= 5; i++) {
      stage.jedis.zadd("emq:{q}:pending", -9, "JOB0000000000" + i);
    }
    row(OLD, "pending", "0");
    stage.jedis.zadd("emq:{q}:pending", 0, OLD);
    assertEquals("match", text(red.receive(SOON)));
    MessageConsumer plain = stage.session("").createConsumer(stage.queue("q"));
    List<String> rest = new ArrayList<>();
    // What can be read at all is delivered, ghosts are not.
    for (int i = 0; i < 8; i++) {
      Message next = plain.receive(SOON);
      rest.add(next instanceof jakarta.jms.TextMessage some ? some.getText() : "bytes");
    }
    assertNull(plain.receive(Stage.NEVER), rest::toString);
    assertEquals(List.of("a", "b", "c", "d", "e"), rest.subList(3, 8));
  }

  private void row(String id, String state, String attempts) {
    stage.jedis.hset(
        "emq:{q}:job:" + id, Map.of("state", state, "attempts", attempts, "payload", MATCH));
  }
}
