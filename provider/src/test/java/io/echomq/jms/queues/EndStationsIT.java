package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.CapturedLog;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dead letters and expired messages that are moved to queues named for them. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class EndStationsIT {
  @AutoClose private final Stage stage;

  EndStationsIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @Test
  void aDeadLetterArrivesWithItsStory() throws JMSException {
    Message sent = stage.sender().createTextMessage("poison");
    sent.setStringProperty("colour", "red");
    sent.setJMSCorrelationID("c1");
    stage.sender().createProducer(stage.queue("q")).send(sent);
    failAlways(stage.session("maxDeliveries=2&deadLetterQueue=graveyard"), "q");
    Message dead = receive("graveyard");
    assertEquals("poison", text(dead));
    assertEquals("red", dead.getStringProperty("colour"));
    assertEquals("c1", dead.getJMSCorrelationID());
    assertEquals("q", dead.getStringProperty("JMS_EchoMQ_OriginalDestination"));
    assertEquals(sent.getJMSMessageID(), dead.getStringProperty("JMS_EchoMQ_OriginalMessageID"));
    assertNotEquals(sent.getJMSMessageID(), dead.getJMSMessageID());
    assertEquals(2, dead.getIntProperty("JMS_EchoMQ_DeliveryCount"));
    String why = dead.getStringProperty("JMS_EchoMQ_LastError");
    assertTrue(why.contains("never"), why);
    assertTrue(
        Math.abs(dead.getLongProperty("JMS_EchoMQ_DeadAt") - System.currentTimeMillis()) < 60_000);
    assertEquals(1, dead.getIntProperty("JMSXDeliveryCount"));
    await().until(() -> stage.jedis.zcard("emq:{q}:dead") == 0);
  }

  @Test
  void theDeadViewTellsTheSameFacts() throws JMSException {
    stage.send("q", null, "poison");
    failAlways(stage.session("maxDeliveries=3"), "q");
    await().until(() -> stage.jedis.zcard("emq:{q}:dead") == 1);
    Message shown = stage.browse("q/dead").get(0);
    Message taken = receive("q/dead");
    for (Message each : List.of(shown, taken)) {
      assertEquals("q", each.getStringProperty("JMS_EchoMQ_OriginalDestination"));
      assertEquals(each.getJMSMessageID(), each.getStringProperty("JMS_EchoMQ_OriginalMessageID"));
      assertEquals(3, each.getIntProperty("JMS_EchoMQ_DeliveryCount"));
      assertTrue(each.getStringProperty("JMS_EchoMQ_LastError").contains("never"));
      long died = each.getLongProperty("JMS_EchoMQ_DeadAt");
      assertTrue(Math.abs(died - System.currentTimeMillis()) < 60_000, "died at " + died);
    }
  }

  @Test
  void aFactoryThatNamesNoneEndsThemWhereAnotherHasSaid() throws JMSException {
    saysOnce("deadLetterQueue=graveyard&expiryQueue=late");
    MessageProducer producer = stage.sender().createProducer(stage.queue("q"));
    producer.setTimeToLive(50);
    Message sent = stage.sender().createTextMessage("expires");
    producer.send(sent);
    await().until(() -> System.currentTimeMillis() > sent.getJMSExpiration() + 20);
    stage.send("q", null, "poison");
    failAlways(stage.session("maxDeliveries=1"), "q");
    assertEquals("expires", text(receive("late")));
    assertEquals("poison", text(receive("graveyard")));
    assertTrue(stage.jedis.pttl("emq:{q}:jms:ends") > 0, "it ends by itself when nobody says so");
  }

  @Test
  void whoeverDisagreesKeepsToItsOwnAndTheLastToComeIsRemembered() throws JMSException {
    saysOnce("deadLetterQueue=one");
    stage.send("q", null, "poison");
    try (CapturedLog log = new CapturedLog()) {
      failAlways(stage.session("maxDeliveries=1&deadLetterQueue=two"), "q");
      assertEquals("poison", text(receive("two")));
      await().until(() -> !log.lines("deadLetterQueue").isEmpty());
      List<String> told = log.lines("deadLetterQueue");
      assertEquals(1, told.size(), told.toString());
      assertTrue(told.get(0).contains("'two'") && told.get(0).contains("'one'"), told.get(0));
      assertTrue(told.get(0).contains("WARN"), told.get(0));
    }
    await()
        .untilAsserted(
            () -> assertEquals("two", stage.jedis.hget("emq:{q}:jms:ends", "deadLetterQueue")));
  }

  @Test
  void aDestinationNamesItsOwnQueueAndLimit() throws JMSException {
    stage.send("q", null, "x");
    failAlways(stage.session(""), "q?maxDeliveries=1&deadLetterQueue=own");
    assertEquals(1, receive("own").getIntProperty("JMS_EchoMQ_DeliveryCount"));
  }

  @Test
  void aMoveThatEndedHalfwayIsFinishedAndDoublesNothing() throws JMSException {
    stage.send("q", null, "x");
    failAlways(stage.session("maxDeliveries=1"), "q");
    await().until(() -> stage.jedis.zcard("emq:{q}:dead") == 1);
    String id = stage.jedis.zrange("emq:{q}:dead", 0, 0).get(0);
    // A mover stored the message, which was consumed since, and died before it took it off here.
    stage.jedis.set("emq:{graveyard}:de:end.q." + id, id);
    Session next = stage.session("deadLetterQueue=graveyard");
    next.createConsumer(stage.queue("q")).setMessageListener(m -> {});
    await().until(() -> stage.jedis.zcard("emq:{q}:dead") == 0);
    assertEquals(List.of(), stage.browse("graveyard"));
  }

  @Test
  void deadLettersOfOtherRuntimesAreMovedToo() throws JMSException {
    String id = "JOB0STF4r0SSpz";
    stage.jedis.hset(
        "emq:{q}:job:" + id,
        java.util.Map.of("state", "dead", "attempts", "3", "payload", "hi", "last_error", "oh"));
    stage.jedis.zadd("emq:{q}:dead", 0, id);
    stage
        .session("deadLetterQueue=graveyard")
        .createConsumer(stage.queue("q"))
        .setMessageListener(m -> {});
    Message dead = receive("graveyard");
    assertEquals("hi", text(dead));
    assertEquals("oh", dead.getStringProperty("JMS_EchoMQ_LastError"));
    assertEquals("ID:" + id, dead.getStringProperty("JMS_EchoMQ_OriginalMessageID"));
    assertEquals(3, dead.getIntProperty("JMS_EchoMQ_DeliveryCount"));
  }

  @Test
  void anExpiredMessageIsMovedAndExpiresNoMore() throws JMSException {
    MessageProducer producer = stage.sender().createProducer(stage.queue("q"));
    producer.setTimeToLive(50);
    Message sent = stage.sender().createTextMessage("late");
    producer.send(sent);
    Session session = stage.session("expiryQueue=late");
    await().until(() -> System.currentTimeMillis() > sent.getJMSExpiration() + 20);
    session.createConsumer(stage.queue("q")).setMessageListener(m -> {});
    Message late = receive("late");
    assertEquals("late", text(late));
    assertEquals(0, late.getJMSExpiration());
    assertEquals(sent.getJMSExpiration(), late.getLongProperty("JMS_EchoMQ_OriginalExpiration"));
    assertEquals("q", late.getStringProperty("JMS_EchoMQ_OriginalDestination"));
    await().until(() -> stage.jedis.zcard("emq:{q}:active") == 0);
  }

  /** A factory that consumes the queue for a moment. */
  private void saysOnce(String options) throws JMSException {
    Session session = stage.session(options);
    session.createConsumer(stage.queue("q")).setMessageListener(m -> {});
    await().until(() -> stage.jedis.exists("emq:{q}:jms:ends"));
    session.close();
  }

  private Message receive(String queue) throws JMSException {
    Message message = stage.session("").createConsumer(stage.queue(queue)).receive(SOON);
    assertNotEquals(null, message, "nothing came to " + queue);
    return message;
  }

  private void failAlways(Session session, String queue) throws JMSException {
    MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
    consumer.setMessageListener(
        message -> {
          throw new IllegalStateException("never");
        });
  }
}
