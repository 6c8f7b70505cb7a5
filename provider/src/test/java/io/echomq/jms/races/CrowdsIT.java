package io.echomq.jms.races;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many at once. */
@WithServer
@Timeout(300)
class CrowdsIT {

  /** All calls begin at the same moment. */
  private static <T> List<T> together(int threads, Callable<T> call) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        calls.add(
            pool.submit(
                () -> {
                  start.await();
                  return call.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : calls) {
        results.add(each.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private static long ownThreads(FaultProxy proxy) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("emq-"))
        .filter(thread -> thread.getName().contains(":" + proxy.port()))
        .count();
  }

  @Test
  void oneOfTwentyConnectionsGetsTheClientId(TestServer server) throws Exception {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri());
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      connections.add(factory.createConnection());
    }
    AtomicInteger next = new AtomicInteger();
    List<Boolean> won =
        together(
            20,
            () -> {
              try {
                connections.get(next.getAndIncrement()).setClientID("the-one");
                return true;
              } catch (InvalidClientIDException taken) {
                return false;
              }
            });
    assertEquals(1, won.stream().filter(each -> each).count());
    for (Connection connection : connections) {
      connection.close();
    }
    try (Connection later = factory.createConnection()) {
      later.setClientID("the-one");
    }
  }

  @Test
  void fiftyConnectionsClosedAtOnceLeaveNeitherThreadsNorSockets(TestServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server)) {
      EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri(proxy));
      List<Connection> connections = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        Connection connection = factory.createConnection();
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue("crowd")).setMessageListener(message -> {});
        connection.start();
        connections.add(connection);
      }
      AtomicInteger next = new AtomicInteger();
      together(
          50,
          () -> {
            connections.get(next.getAndIncrement()).close();
            return null;
          });
      await().until(() -> ownThreads(proxy) == 0);
      await().until(() -> proxy.open() == 0);
    }
  }

  @Test
  void twoHundredConsumersOfOneConnectionGetEverythingOnceAndCloseQuickly(TestServer server)
      throws Exception {
    Set<String> got = ConcurrentHashMap.newKeySet();
    AtomicInteger deliveries = new AtomicInteger();
    Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection();
    Session sending = connection.createSession(Session.AUTO_ACKNOWLEDGE);
    List<Queue> queues = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      queues.add(sending.createQueue("many-" + i));
    }
    for (int i = 0; i < 200; i++) {
      if (i % 10 == 0) {
        sending = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      }
      sending
          .createConsumer(queues.get(i % 20))
          .setMessageListener(
              message -> {
                deliveries.incrementAndGet();
                try {
                  got.add(message.getBody(String.class));
                } catch (JMSException broken) {
                  got.add(broken.toString());
                }
              });
    }
    connection.start();
    Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer = session.createProducer(null);
    for (int i = 0; i < 2000; i++) {
      producer.send(queues.get(i % 20), session.createTextMessage("m" + i));
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> got.size() == 2000);
    long begun = System.nanoTime();
    connection.close();
    long millis = (System.nanoTime() - begun) / 1_000_000;
    // Consumers that each waited for their own fetch, or its time-out, would take minutes.
    assertTrue(millis < 30_000, "close took " + millis + " ms");
    assertEquals(2000, deliveries.get());
  }

  @Test
  void startsAndStopsFromManyThreadsLoseNothing(TestServer server) throws Exception {
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("storm");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 0; i < 500; i++) {
        producer.send(session.createTextMessage("m" + i));
      }
      List<String> got = java.util.Collections.synchronizedList(new ArrayList<>());
      Session consuming = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      consuming
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                try {
                  got.add(message.getBody(String.class));
                } catch (JMSException broken) {
                  got.add(broken.toString());
                }
              });
      Session receiving = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = receiving.createConsumer(queue);
      AtomicInteger number = new AtomicInteger();
      together(
          6,
          () -> {
            int me = number.getAndIncrement();
            for (int i = 0; i < 40; i++) {
              if (me == 0) {
                var message = consumer.receive(20);
                if (message != null) {
                  got.add(message.getBody(String.class));
                }
              } else if (me % 2 == 0) {
                connection.start();
              } else {
                connection.stop();
              }
            }
            return null;
          });
      consumer.close();
      connection.start();
      await().atMost(Duration.ofSeconds(60)).until(() -> got.size() >= 500);
      assertEquals(500, Set.copyOf(got).size());
      assertEquals(500, got.size());
    }
  }
}
