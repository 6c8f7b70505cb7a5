package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a selective consumer finds behind and in the midst of messages that were sent in bulk, which
 * it passes over without a look (ADR 0015).
 */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SelectiveBlocksIT {
  private static final String BLOCKS = "emq:{q}:jms:blocks";
  private static final String RED = "colour = 'red'";

  @AutoClose private final Stage stage;

  SelectiveBlocksIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @Test
  void messagesOfOthersThatWereSentInBulkAreNotLookedAtOneByOne() throws JMSException {
    for (int i = 0; i < 10; i++) {
      bulk("grey", 200);
    }
    one("red", "match");
    assertEquals(10, stage.jedis.zcard(BLOCKS));
    MessageConsumer red = consumer(RED);
    stage.jedis.configResetStat();
    assertEquals("match", text(red.receive(SOON)));
    assertTrue(calls("hget") < 20, "looked at " + calls("hget"));
    assertNull(red.receiveNoWait());
  }

  @Test
  void whatMatchesInAMixedBulkComesInOrderToEachOfTwoConsumers() throws JMSException {
    Session session = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(stage.queue("q"));
    List<String> reds = new ArrayList<>();
    List<String> blues = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      boolean isRed = i % 3 == 0;
      producer.send(message(session, isRed ? "red" : "blue", "m" + i));
      (isRed ? reds : blues).add("m" + i);
    }
    session.commit();
    assertEquals(1, stage.jedis.zcard(BLOCKS));
    MessageConsumer red = consumer(RED);
    MessageConsumer blue = consumer("colour <> 'red'");
    assertEquals(blues.subList(0, 10), Stage.receive(blue, 10));
    assertEquals(reds, Stage.receive(red, reds.size()));
    assertEquals(blues.subList(10, blues.size()), Stage.receive(blue, blues.size() - 10));
    assertNull(red.receiveNoWait());
  }

  @Test
  void twoConsumersOfTheSameSelectorShareWhatIsBehindOthers() throws JMSException {
    bulk("grey", 300);
    bulk("red", 100);
    bulk("grey", 300);
    MessageConsumer one = consumer(RED);
    MessageConsumer other = consumer(RED);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.addAll(Stage.receive(one, 1));
      all.addAll(Stage.receive(other, 1));
    }
    assertEquals(100, all.stream().distinct().count());
    assertNull(one.receiveNoWait());
    assertNull(other.receiveNoWait());
  }

  @Test
  void aCommitThatPutsAMessageIntoTheMidstOfABulkIsFoundAtOnce() throws JMSException {
    Session late = stage.session("", Session.SESSION_TRANSACTED);
    between(() -> late.createProducer(stage.queue("q")).send(message(late, "red", "in the midst")));
    MessageConsumer before = consumer(RED);
    assertNull(before.receiveNoWait());
    late.commit();
    assertEquals("in the midst", text(consumer(RED + " OR FALSE").receiveNoWait()));
  }

  @Test
  void aDelayedMessageThatComesIntoTheMidstOfABulkIsFound() throws JMSException {
    Session sender = stage.session("");
    between(
        () -> {
          MessageProducer producer = sender.createProducer(stage.queue("q"));
          producer.setDeliveryDelay(300);
          producer.send(message(sender, "red", "later"));
        });
    assertEquals(1, stage.jedis.zcard(BLOCKS));
    assertEquals("later", text(consumer(RED).receive(SOON)));
  }

  @Test
  void whatIsRolledBackIntoABulkIsFoundAgain() throws JMSException {
    bulk("grey", 100);
    bulk("red", 100);
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageConsumer red = transacted.createConsumer(stage.queue("q"), RED);
    List<String> first = Stage.receive(red, 5);
    assertEquals("red0", first.get(0));
    transacted.rollback();
    Message again = red.receive(SOON);
    assertEquals("red0", text(again));
    assertTrue(again.getJMSRedelivered());
    MessageConsumer other = consumer(RED);
    assertNotNull(other.receive(SOON));
  }

  @Test
  void aPlainConsumerThatTakesFromABulkAndRollsBackLosesNothing() throws JMSException {
    bulk("grey", 100);
    one("red", "match");
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageConsumer plain = transacted.createConsumer(stage.queue("q"));
    assertEquals(List.of("grey0", "grey1"), Stage.receive(plain, 2));
    assertEquals("match", text(consumer(RED).receive(SOON)));
    transacted.rollback();
    assertEquals(
        IntStream.range(0, 100).mapToObj(i -> "grey" + i).toList(), Stage.receive(plain, 100));
  }

  @Test
  void aHigherPriorityComesBeforeABulkThatWasPassedOver() throws JMSException {
    bulk("grey", 200);
    MessageConsumer red = consumer(RED);
    assertNull(red.receiveNoWait());
    MessageProducer producer = stage.sender().createProducer(stage.queue("q"));
    producer.setPriority(9);
    producer.send(message(stage.sender(), "red", "urgent"));
    assertEquals("urgent", text(red.receive(SOON)));
  }

  @Test
  void whoAsksForAnIdFindsItInTheMidstOfABulk() throws JMSException {
    Session session = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(stage.queue("q"));
    String id = "";
    for (int i = 0; i < 100; i++) {
      Message message = message(session, "grey", "m" + i);
      producer.send(message);
      id = i == 57 ? message.getJMSMessageID() : id;
    }
    session.commit();
    assertEquals("m57", text(consumer("JMSMessageID = '" + id + "'").receive(SOON)));
    assertEquals("m0", text(consumer("JMSTimestamp > 0").receive(SOON)));
  }

  @Test
  void whoAsksForWhatIsAnotherInEachFindsIt() throws JMSException {
    Session session = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(stage.queue("q"));
    for (int i = 0; i < 100; i++) {
      Message message = message(session, "grey", "m" + i);
      message.setIntProperty("number", i);
      message.setJMSCorrelationID("c" + i);
      producer.send(message);
    }
    session.commit();
    assertEquals(1, stage.jedis.zcard(BLOCKS));
    assertEquals("m31", text(consumer("number = 31 AND colour = 'grey'").receive(SOON)));
    assertEquals("m73", text(consumer("JMSCorrelationID = 'c73'").receive(SOON)));
    stage.jedis.configResetStat();
    assertNull(consumer("number = 31 AND colour = 'blue'").receiveNoWait());
  }

  @Test
  void groupsAndPrioritiesAreNoBlocksAndAreFound() throws JMSException {
    Session session = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(stage.queue("q"));
    for (int i = 0; i < 100; i++) {
      Message message = message(session, i == 70 ? "red" : "grey", "m" + i);
      message.setStringProperty("JMSXGroupID", "g" + i % 3);
      producer.send(message);
    }
    session.commit();
    assertFalse(stage.jedis.exists(BLOCKS));
    assertEquals("m70", text(consumer(RED).receive(SOON)));
  }

  @Test
  void aDrainedQueueLeavesNothing() throws JMSException {
    bulk("grey", 100);
    MessageConsumer plain = consumer(null);
    Stage.receive(plain, 100);
    assertTrue(stage.jedis.exists(BLOCKS));
    assertNull(plain.receiveNoWait());
    assertFalse(stage.jedis.exists(BLOCKS));
  }

  @Test
  void theThirdWhoLooksForTheSameInVainLooksAtFewMessages() throws JMSException {
    String[] texts = IntStream.range(0, 600).mapToObj(i -> "t" + i).toArray(String[]::new);
    stage.send("q", null, texts);
    Session one = stage.session("");
    assertNull(one.createConsumer(stage.queue("q"), RED).receiveNoWait());
    jakarta.jms.Connection connection = stage.connection("");
    for (int i = 0; i < 2; i++) {
      assertNull(connection.createSession().createConsumer(stage.queue("q"), RED).receiveNoWait());
    }
    stage.jedis.configResetStat();
    assertNull(connection.createSession().createConsumer(stage.queue("q"), RED).receiveNoWait());
    assertTrue(calls("hget") < 50, "looked at " + calls("hget"));
    assertNull(consumer(RED).receiveNoWait());
    assertTrue(calls("hget") < 100, "another process too: " + calls("hget"));
    one("red", "match");
    assertEquals("match", text(consumer(RED).receive(SOON)));
  }

  @Test
  void noTokenIsLeftForMessagesThatASelectiveConsumerHasTaken() throws JMSException {
    one("grey", "others'");
    MessageConsumer red = consumer(RED);
    for (int i = 0; i < 5; i++) {
      one("red", "reply");
      assertEquals("reply", text(red.receive(SOON)));
    }
    assertTrue(stage.jedis.llen("emq:{q}:wake") <= 1, "one message waits");
    assertEquals("others'", text(consumer(null).receive(SOON)));
    one("red", "reply");
    assertEquals("reply", text(red.receive(SOON)));
    assertEquals(0, stage.jedis.llen("emq:{q}:wake"));
  }

  private interface Step {
    void run() throws JMSException;
  }

  /** Sends a bulk of others in one transaction, and does something in its midst. */
  private void between(Step step) throws JMSException {
    Session session = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(stage.queue("q"));
    for (int i = 0; i < 100; i++) {
      producer.send(message(session, "grey", "grey" + i));
      if (i == 49) {
        step.run();
      }
    }
    session.commit();
  }

  private void bulk(String colour, int count) throws JMSException {
    Session session = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(stage.queue("q"));
    for (int i = 0; i < count; i++) {
      producer.send(message(session, colour, colour + i));
    }
    session.commit();
    session.close();
  }

  private void one(String colour, String text) throws JMSException {
    stage.sender().createProducer(stage.queue("q")).send(message(stage.sender(), colour, text));
  }

  private static TextMessage message(Session session, String colour, String text)
      throws JMSException {
    TextMessage message = session.createTextMessage(text);
    message.setStringProperty("colour", colour);
    return message;
  }

  private MessageConsumer consumer(String selector) throws JMSException {
    return stage.session("").createConsumer(stage.queue("q"), selector);
  }

  private long calls(String command) {
    Matcher stat =
        Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
            .matcher(stage.jedis.info("commandstats"));
    return stat.find() ? Long.parseLong(stat.group(1)) : 0;
  }
}
