package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * The order of each session (Jakarta Messaging 3.1, §6.2.9), whichever channels its calls travel
 * on.
 */
@WithServer
@Timeout(300)
class SessionOrderIT {
  private static final int SESSIONS = 6;
  private static final int EACH = 400;
  private static final long SOON = 60_000;

  private final TestServer server;

  SessionOrderIT(TestServer server) {
    this.server = server;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sessionsThatSendAtOnceKeepTheirOrder(boolean cuts) throws Exception {
    String name = "session-order-" + cuts;
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection connection =
            new EchoMQConnectionFactory(server.uri(proxy) + "?reconnectMin=5ms&reconnectMax=20ms")
                .createConnection()) {
      ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
      List<Future<Void>> senders = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        Session session =
            connection.createSession(
                i == 0 ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        int sender = i;
        senders.add(threads.submit(() -> send(session, name, sender)));
      }
      for (Future<Void> sender : senders) {
        for (boolean done = false; !done; ) {
          done = isDone(sender);
          if (cuts && !done) {
            proxy.cut();
          }
        }
      }
      threads.shutdown();
    }
    Map<Integer, List<Integer>> expected = new HashMap<>();
    for (int i = 0; i < SESSIONS; i++) {
      expected.put(i, IntStream.range(0, EACH).boxed().toList());
    }
    assertEquals(expected, drain(name));
    assertChannels(name);
  }

  /** Acknowledgements that nobody waits for, and the sends behind them, on several channels. */
  @Test
  void sessionsThatPassMessagesOnLoseNoneAndDoubleNone() throws Exception {
    String from = "pass-from";
    String to = "pass-to";
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      connection.start();
      Session sending = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      for (int i = 0; i < SESSIONS; i++) {
        send(sending, from, i);
      }
      ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
      AtomicInteger left = new AtomicInteger(SESSIONS * EACH);
      List<Future<Void>> movers = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        movers.add(threads.submit(() -> move(session, from, to, left)));
      }
      for (Future<Void> mover : movers) {
        mover.get();
      }
      threads.shutdown();
    }
    Map<Integer, List<Integer>> got = drain(to);
    assertEquals(SESSIONS, got.size());
    got.values().forEach(each -> assertEquals(EACH, each.stream().distinct().count()));
    got.values().forEach(each -> assertEquals(EACH, each.size()));
    try (Jedis jedis = server.jedis()) {
      assertEquals(0, jedis.zcard("emq:{" + from + "}:active"));
      assertEquals(0, jedis.zcard("emq:{" + from + "}:pending"));
    }
  }

  private static Void move(Session session, String from, String to, AtomicInteger left)
      throws JMSException {
    MessageConsumer consumer = session.createConsumer(session.createQueue(from));
    MessageProducer producer = session.createProducer(session.createQueue(to));
    while (left.get() > 0) {
      Message message = consumer.receive(100);
      if (message != null) {
        producer.send(message);
        left.decrementAndGet();
      }
    }
    consumer.close();
    return null;
  }

  private static boolean isDone(Future<Void> sender) throws Exception {
    try {
      sender.get(30, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    }
  }

  /** Of three messages one is waited for; the first session commits each ten. */
  private static Void send(Session session, String name, int sender) throws Exception {
    Phaser completions = new Phaser(1);
    Queue queue = session.createQueue(name);
    MessageProducer producer = session.createProducer(queue);
    for (int i = 0; i < EACH; i++) {
      Message message = session.createMessage();
      message.setIntProperty("sender", sender);
      message.setIntProperty("number", i);
      if (session.getTransacted()) {
        producer.send(message);
        if (i % 10 == 9) {
          session.commit();
        }
      } else if (i % 3 == 0) {
        producer.send(message);
      } else {
        completions.register();
        producer.send(message, new Completion(completions));
      }
    }
    completions.awaitAdvanceInterruptibly(completions.arrive(), SOON, TimeUnit.MILLISECONDS);
    return null;
  }

  private record Completion(Phaser phaser) implements CompletionListener {
    @Override
    public void onCompletion(Message message) {
      phaser.arriveAndDeregister();
    }

    @Override
    public void onException(Message message, Exception exception) {
      // Never arrives, so that the sender fails.
      throw new IllegalStateException("a send failed", exception);
    }
  }

  private Map<Integer, List<Integer>> drain(String name) throws JMSException {
    Map<Integer, List<Integer>> got = new HashMap<>();
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      connection.start();
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(session.createQueue(name));
      for (Message m = consumer.receive(2000); m != null; m = consumer.receiveNoWait()) {
        got.computeIfAbsent(m.getIntProperty("sender"), sender -> new ArrayList<>())
            .add(m.getIntProperty("number"));
      }
    }
    return got;
  }

  /** Else it was one channel that kept the order. */
  private void assertChannels(String name) {
    try (Jedis jedis = server.jedis()) {
      int used = jedis.keys("emq:{" + name + "}:jms:sent:*").size();
      boolean several = Runtime.getRuntime().availableProcessors() > 1;
      assertTrue(several ? used > 1 : used == 1, "channels used: " + used);
    }
  }
}
