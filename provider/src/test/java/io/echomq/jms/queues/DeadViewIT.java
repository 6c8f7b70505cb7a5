package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.NEVER;
import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consuming the dead letters of a queue while others reap it (hard cases, 26). */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DeadViewIT {
  private static final String ID = "JOB0STF4r0SSpz";

  @AutoClose private final Stage stage;

  DeadViewIT(TestServer server) throws JMSException {
    stage = new Stage(server);
    stage.jedis.hset(
        "emq:{q}:job:" + ID,
        Map.of("state", "dead", "attempts", "3", "payload", "poison", "last_error", "boom"));
    stage.jedis.zadd("emq:{q}:dead", 0, ID);
  }

  @Test
  void aLapsedLeaseGoesToAnotherConsumerOfTheViewAndNeverBackIntoTheQueue() throws JMSException {
    Session first = stage.session("lease=1h", Session.CLIENT_ACKNOWLEDGE);
    assertEquals("poison", text(view(first).receive(SOON)));
    assertStillDead();
    MessageConsumer second = view(stage.session(""));
    assertNull(second.receive(NEVER), "it is leased");
    // the first is frozen for longer than its lease, and everybody reaps
    stage.jedis.zadd("emq:{q}:jms:dead", 1, ID);
    MessageConsumer queue = stage.session("").createConsumer(stage.queue("q"));
    assertNull(queue.receive(NEVER), "a reap must not throw poison back");
    assertStillDead();
    Message taken = second.receive(SOON);
    assertEquals("poison", text(taken));
    await().until(() -> !stage.jedis.exists("emq:{q}:job:" + ID));
    assertFalse(stage.jedis.exists("emq:{q}:dead"));
    assertFalse(stage.jedis.exists("emq:{q}:jms:dead"));
  }

  @Test
  void rollbackAndCloseLeaveItDead() throws JMSException {
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageConsumer consumer = view(transacted);
    assertEquals("poison", text(consumer.receive(SOON)));
    transacted.rollback();
    assertStillDead();
    assertEquals("poison", text(consumer.receive(SOON)));
    transacted.close();
    assertStillDead();
    assertNull(stage.session("").createConsumer(stage.queue("q")).receive(NEVER));
    assertEquals("poison", text(view(stage.session("")).receive(SOON)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q/dead", "q/schedule", "q/active"})
  void viewsRefuseSendsInEveryWay(String name) throws JMSException {
    Session session = stage.sender();
    Queue view = session.createQueue(name);
    InvalidDestinationException refused =
        assertThrows(InvalidDestinationException.class, () -> session.createProducer(view));
    assertTrue(refused.getMessage().contains("'q'"), refused.getMessage());
    MessageProducer anywhere = session.createProducer(null);
    assertThrows(
        InvalidDestinationException.class, () -> anywhere.send(view, session.createMessage()));
    assertEquals(0, stage.jedis.zcard("emq:{q}:pending"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q/schedule", "q/active"})
  void viewsThatAreForLookingOnlyRefuseConsumers(String name) throws JMSException {
    Session session = stage.sender();
    Queue view = session.createQueue(name);
    Exception refused =
        assertThrows(Exception.class, () -> session.createConsumer(view).receive(NEVER));
    assertTrue(refused instanceof JMSException || refused instanceof JMSRuntimeException);
  }

  private MessageConsumer view(Session session) throws JMSException {
    return session.createConsumer(session.createQueue("q/dead"));
  }

  private void assertStillDead() {
    assertEquals("dead", stage.jedis.hget("emq:{q}:job:" + ID, "state"));
    assertEquals(0.0, stage.jedis.zscore("emq:{q}:dead", ID));
    assertFalse(stage.jedis.exists("emq:{q}:active"));
    assertFalse(stage.jedis.exists("emq:{q}:pending"));
  }
}
