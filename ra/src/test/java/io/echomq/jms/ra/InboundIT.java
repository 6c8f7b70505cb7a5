package io.echomq.jms.ra;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSContext;
import jakarta.resource.ResourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Message-driven beans over a real server, in a fake container. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class InboundIT {
  private final TestServer server;
  private final FakeContainer container = new FakeContainer();
  private final EchoMQResourceAdapter adapter = new EchoMQResourceAdapter();
  private final EchoMQActivationSpec spec = new EchoMQActivationSpec();

  InboundIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void startAdapter() throws ResourceException {
    adapter.setUri(server.uri("lease=2s&beat=50ms"));
    adapter.start(container);
    spec.setDestination("in");
    spec.setSetupInterval(100L);
  }

  @AfterEach
  void stopAdapter() {
    adapter.stop();
    container.close();
  }

  private void send(String... texts) {
    try (JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      for (String text : texts) {
        context.createProducer().send(context.createQueue("in"), text);
      }
    }
  }

  private long size(String set) {
    try (Jedis jedis = server.jedis()) {
      return jedis.zcard("emq:{in}:" + set);
    }
  }

  @Test
  void messagesAreDeliveredInTransactionsAndAreGone() throws Exception {
    FakeBean bean = new FakeBean(true, message -> {});
    adapter.endpointActivation(bean, spec);
    send("a", "b", "c");
    await().until(() -> bean.received.size() == 3 && size("active") + size("pending") == 0);
    assertTrue(bean.received.containsAll(List.of("a#1", "b#1", "c#1")), bean.received.toString());
  }

  @Test
  void aFailureRollsBackAndComesAgainUntilItIsDead() throws Exception {
    FakeBean bean =
        new FakeBean(
            true,
            message -> {
              throw new IllegalArgumentException("never");
            });
    spec.setMaxDeliveries(3);
    adapter.endpointActivation(bean, spec);
    send("poison");
    await().until(() -> size("dead") == 1);
    assertEquals(List.of("poison#1", "poison#2", "poison#3"), new ArrayList<>(bean.received));
    try (Jedis jedis = server.jedis()) {
      String id = jedis.zrange("emq:{in}:dead", 0, 0).get(0);
      assertEquals(
          "java.lang.IllegalArgumentException: never",
          jedis.hget("emq:{in}:job:" + id, "last_error"));
    }
  }

  @Test
  void withoutTransactionAFailureComesAgainToo() throws Exception {
    FakeBean bean =
        new FakeBean(
            false,
            message -> {
              if (message.getIntProperty("JMSXDeliveryCount") == 1) {
                throw new IllegalArgumentException("once");
              }
            });
    adapter.endpointActivation(bean, spec);
    send("x");
    await().until(() -> bean.received.size() == 2 && size("active") + size("pending") == 0);
    assertEquals(List.of("x#1", "x#2"), new ArrayList<>(bean.received));
  }

  @Test
  void asManyMessagesAsMaxSessionAreWorkedOnAtTheSameTime() throws Exception {
    CyclicBarrier three = new CyclicBarrier(3);
    FakeBean bean =
        new FakeBean(
            true,
            message -> {
              try {
                three.await(20, TimeUnit.SECONDS);
              } catch (Exception alone) {
                throw new IllegalStateException(alone);
              }
            });
    spec.setMaxSession(3);
    adapter.endpointActivation(bean, spec);
    send("1", "2", "3", "4", "5", "6");
    await().until(() -> bean.received.size() == 6 && bean.atWork.get() == 0);
    assertEquals(3, bean.mostAtWork.get());
  }

  @Test
  void deactivationWaitsForWhatRunsAndGivesBackTheRest() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    FakeBean bean =
        new FakeBean(
            true,
            message -> {
              entered.countDown();
              try {
                finish.await();
              } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
              }
            });
    spec.setMaxSession(1);
    adapter.endpointActivation(bean, spec);
    send("one", "two", "three");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    Thread stopping = new Thread(() -> adapter.endpointDeactivation(bean, spec));
    stopping.start();
    await().until(() -> size("pending") == 2 && size("active") == 1);
    assertTrue(stopping.isAlive(), "it did not wait for the bean");
    finish.countDown();
    stopping.join();
    assertEquals(0, size("active"));
    assertEquals(2, size("pending"));
    assertEquals(1, bean.received.size());
  }

  @Test
  void aSelectorLetsOnlyMatchesThrough() throws Exception {
    FakeBean bean = new FakeBean(true, message -> {});
    spec.setMessageSelector("kind = 'good'");
    adapter.endpointActivation(bean, spec);
    try (JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      context.createProducer().setProperty("kind", "bad").send(context.createQueue("in"), "bad");
      context.createProducer().setProperty("kind", "good").send(context.createQueue("in"), "good");
    }
    await().until(() -> bean.received.size() == 1);
    assertEquals("good#1", bean.received.get(0));
    assertEquals(1, size("pending"));
  }

  @Test
  void aServerThatIsDownAtDeploymentIsConsumedOnceItIsUp() throws Exception {
    try (PrivateServer late = PrivateServer.start("appendonly yes")) {
      late.stop();
      FakeBean bean = new FakeBean(true, message -> {});
      spec.setUri(late.uri("connectTimeout=500ms"));
      adapter.endpointActivation(bean, spec);
      late.restart();
      try (JMSContext context = new EchoMQConnectionFactory(late.uri()).createContext()) {
        context.createProducer().send(context.createQueue("in"), "at last");
      }
      await().atMost(30, TimeUnit.SECONDS).until(() -> bean.received.size() == 1);
      adapter.endpointDeactivation(bean, spec);
    }
  }

  @Test
  void recoveryResourcesAreLiveAndOneForEachServer() throws Exception {
    var resources = adapter.getXAResources(new EchoMQActivationSpec[] {spec, spec});
    assertEquals(1, resources.length);
    assertEquals(0, resources[0].recover(javax.transaction.xa.XAResource.TMSTARTRSCAN).length);
  }
}
