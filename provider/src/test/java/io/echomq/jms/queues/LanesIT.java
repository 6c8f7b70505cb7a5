package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.NEVER;
import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.receive;
import static io.echomq.jms.queues.Stage.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQAdmin;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Message groups on fair lanes. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class LanesIT {
  @AutoClose private final Stage stage;

  LanesIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @Test
  void tenOfOneGroupInOneTransactionWhileAnotherSessionWaits() throws JMSException {
    stage.send("q", "g", numbers(12));
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageConsumer mine = transacted.createConsumer(stage.queue("q"));
    assertEquals(List.of(numbers(1)), receive(mine, 1));
    MessageConsumer theirs = stage.session("").createConsumer(stage.queue("q"));
    assertNull(theirs.receive(NEVER), "the lane is held");
    assertEquals(List.of("2", "3", "4", "5", "6", "7", "8", "9", "10"), receive(mine, 9));
    transacted.commit();
    transacted.close();
    assertEquals(List.of("11", "12"), receive(theirs, 2));
    await().untilAsserted(() -> assertEquals(List.of("metrics:completed"), stage.keys("q")));
  }

  @Test
  void theHolderGetsWhatComesLaterThoughOthersWaitToo() throws JMSException {
    stage.send("q", "g", "1");
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageConsumer mine = transacted.createConsumer(stage.queue("q"));
    assertEquals(List.of("1"), receive(mine, 1));
    Session idle = stage.session("");
    List<String> stolen = new ArrayList<>();
    idle.createConsumer(stage.queue("q")).setMessageListener(m -> stolen.add("some"));
    for (int i = 2; i <= 5; i++) {
      stage.send("q", "g", Integer.toString(i));
      assertEquals(List.of(Integer.toString(i)), receive(mine, 1));
    }
    assertEquals(List.of(), stolen);
    transacted.commit();
  }

  @Test
  void rollbackPutsTheMembersBackInOrderAndOnlyThoseHandedOutAreRedelivered() throws JMSException {
    stage.send("q", "g", numbers(5));
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageConsumer consumer = transacted.createConsumer(stage.queue("q"));
    assertEquals(List.of("1", "2"), receive(consumer, 2));
    transacted.rollback();
    for (int i = 1; i <= 5; i++) {
      Message message = consumer.receive(SOON);
      assertEquals(Integer.toString(i), text(message));
      assertEquals(i <= 2 ? 2 : 1, message.getIntProperty("JMSXDeliveryCount"), text(message));
      assertEquals(i, message.getIntProperty("JMSXGroupSeq"));
    }
    transacted.commit();
    await().untilAsserted(() -> assertEquals(List.of("metrics:completed"), stage.keys("q")));
  }

  @Test
  void aDelayedRetryHoldsItsGroupBackAndNoOther() throws JMSException {
    stage.send("q", "a", "a1", "a2");
    stage.send("q", "b", "b1", "b2");
    Session transacted = stage.session("redeliveryDelay=3s", Session.SESSION_TRANSACTED);
    MessageConsumer consumer = transacted.createConsumer(stage.queue("q"));
    String first = text(consumer.receive(SOON));
    transacted.rollback();
    List<String> all = receive(consumer, 4);
    String group = first.substring(0, 1);
    assertTrue(
        all.indexOf(group + "1") < all.indexOf(group + "2"), "overtaken in its group: " + all);
    assertTrue(all.indexOf(group + "1") >= 2, "the other group went on meanwhile: " + all);
    transacted.commit();
  }

  @Test
  void groupsTakeTurnsHoweverManyOneOfThemHas() throws JMSException {
    stage.send("q", "flood", numbers(500));
    stage.send("q", "small", "x");
    MessageConsumer consumer = stage.session("prefetch=1").createConsumer(stage.queue("q"));
    assertTrue(receive(consumer, 3).contains("x"));
  }

  @Test
  void aGroupOfWeightThreeHasThreeTurnsInEachRound() throws Exception {
    try (EchoMQAdmin admin = stage.admin()) {
      assertTrue(admin.weighGroup("q", "a", 3));
    }
    stage.send("q", "a", "a", "a", "a", "a", "a", "a", "a");
    stage.send("q", "b", "b", "b", "b", "b");
    stage.send("q", "c", "c", "c", "c", "c");
    Session transacted = stage.session("prefetch=1", Session.SESSION_TRANSACTED);
    MessageConsumer consumer = transacted.createConsumer(stage.queue("q"));
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      order.add(text(consumer.receive(SOON)));
      transacted.commit();
    }
    assertEquals(List.of("a", "a", "a", "b", "c", "a", "a", "a", "b", "c"), order.subList(0, 10));
    await()
        .untilAsserted(
            () -> assertEquals(List.of("gweight", "metrics:completed"), stage.keys("q")));
  }

  @Test
  void theLimitThatSomebodySetStaysAndHolds() throws JMSException {
    stage.send("q", "g", "1");
    String lane = stage.jedis.lindex("emq:{q}:ring", 0);
    assertTrue(lane.matches("GRP[0-9A-Za-z]{11}"), lane);
    stage.jedis.hset("emq:{q}:glimit", lane, "2");
    stage.send("q", "g", "2", "3");
    List<Session> sessions = new ArrayList<>();
    List<Message> got = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Session session = stage.session("prefetch=1", Session.CLIENT_ACKNOWLEDGE);
      sessions.add(session);
      Message message = session.createConsumer(stage.queue("q")).receive(i < 2 ? SOON : NEVER);
      got.add(message);
    }
    assertEquals("1", text(got.get(0)));
    assertEquals("2", text(got.get(1)));
    assertNull(got.get(2));
  }

  @Test
  void aLaneThatForeignVerbsLeftShutIsServedAgain() throws JMSException {
    stage.send("q", "g", "1");
    String lane = stage.jedis.lindex("emq:{q}:ring", 0);
    stage.jedis.hset("emq:{q}:gactive", lane, "1");
    stage.jedis.del("emq:{q}:ring");
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(List.of("1"), receive(consumer, 1));
  }

  @Test
  void aDeadLetterBroughtBackByAForeignVerbStaysInItsGroup() throws JMSException {
    stage.send("q", "g", "1");
    String id = stage.browse("q").get(0).getJMSMessageID().substring(3);
    String lane = stage.jedis.lindex("emq:{q}:ring", 0);
    // what a reprocess that knows no lanes leaves behind
    stage.jedis.zrem("emq:{q}:g:" + lane + ":pending", id);
    stage.jedis.del("emq:{q}:ring");
    stage.jedis.zadd("emq:{q}:pending", 0, id);
    stage.send("q", "g", "2");
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(Set.of("1", "2"), Set.copyOf(receive(consumer, 2)));
    await().untilAsserted(() -> assertEquals(List.of("metrics:completed"), stage.keys("q")));
  }

  @Test
  void browsersShowGroupsAfterTheRestLaneByLane() throws JMSException {
    stage.send("q", null, "f1", "f2");
    stage.send("q", "a", "a1", "a2");
    stage.send("q", "b", "b1");
    List<String> shown = stage.browseTexts("q");
    assertEquals(List.of("f1", "f2"), shown.subList(0, 2));
    assertEquals(Set.of("f1", "f2", "a1", "a2", "b1"), Set.copyOf(shown));
    assertEquals(5, shown.size());
    assertEquals(1, shown.indexOf("a2") - shown.indexOf("a1"));
  }

  @Test
  void aSelectorFindsItsMessagesDeepInALane() throws JMSException {
    stage.send("q", "g", numbers(700));
    MessageConsumer consumer =
        stage.session("").createConsumer(stage.queue("q"), "JMSXGroupSeq > 698");
    assertEquals(List.of("699", "700"), receive(consumer, 2));
    MessageConsumer plain = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(List.of(numbers(698)), receive(plain, 698));
  }

  @Test
  void aThousandGroupsComeAndGoAndLeaveNothing() throws JMSException {
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 100; i++) {
        stage.send("q", "group " + round + "." + i, "x");
      }
      assertEquals(100, receive(consumer, 100).size());
    }
    await().untilAsserted(() -> assertEquals(List.of("metrics:completed"), stage.keys("q")));
  }

  @Test
  void asAPropertyOnlyAGroupKeepsPlainArrivalOrder() throws JMSException {
    Session sender = stage.session("groups=property");
    for (String group : List.of("a", "b", "a")) {
      Message message = sender.createTextMessage(group);
      message.setStringProperty("JMSXGroupID", group);
      sender.createProducer(stage.queue("q")).send(message);
    }
    assertEquals(3, stage.jedis.zcard("emq:{q}:pending"));
    MessageConsumer consumer = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(List.of("a", "b", "a"), receive(consumer, 3));
  }

  @Test
  void aSelectiveConsumerGetsTheMatchesOfManyLanesAndLeavesTheRest() throws JMSException {
    for (int i = 0; i < 300; i++) {
      stage.send("q", "group " + i, "1", "2");
    }
    MessageConsumer second = stage.session("").createConsumer(stage.queue("q"), "JMSXGroupSeq = 2");
    assertEquals(Collections.nCopies(300, "2"), receive(second, 300));
    MessageConsumer plain = stage.session("").createConsumer(stage.queue("q"));
    assertEquals(Collections.nCopies(300, "1"), receive(plain, 300));
    await().untilAsserted(() -> assertEquals(List.of("metrics:completed"), stage.keys("q")));
  }

  private static String[] numbers(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toArray(String[]::new);
  }
}
