package io.echomq.jms.ra;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.client.EmqXAConnection;
import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.ServerSession;
import jakarta.resource.spi.ActivationSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Beans that hang, containers that refuse, servers that are away. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class InboundFailuresIT {
  private final TestServer server;
  private InboundStage stage;

  InboundFailuresIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws Exception {
    stage = new InboundStage(server);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void whatTheContainerCannotBeginIsNoDelivery() throws Exception {
    FakeBean bean = new FakeBean(true, message -> {});
    bean.closed = true;
    stage.spec.setMaxDeliveries(2);
    stage.spec.setSetupInterval(10L);
    stage.adapter.endpointActivation(bean, stage.spec);
    stage.send("patient");
    await().until(() -> bean.refused.get() > 5);
    assertEquals(List.of(), bean.received);
    bean.closed = false;
    await().until(() -> bean.received.equals(List.of("patient#1")));
    await().until(() -> stage.size("active") + stage.size("pending") == 0);
  }

  @Test
  void aBeanThatWasNotReachedLosesNothingWhenTheContainerCommits() throws Exception {
    FakeBean bean =
        new FakeBean(
            true,
            message -> {
              if (message.getIntProperty("JMSXDeliveryCount") == 1) {
                throw new IllegalStateException("the application is shutting down");
              }
            });
    bean.commitsFailures = true;
    stage.adapter.endpointActivation(bean, stage.spec);
    stage.send("kept");
    await().until(() -> bean.received.equals(List.of("kept#1", "kept#2")));
    await().until(() -> stage.size("active") + stage.size("pending") == 0);
  }

  @Test
  void aDeactivationEndsAlsoWhileTheContainerRefuses() throws Exception {
    FakeBean bean = new FakeBean(true, message -> {});
    bean.closed = true;
    stage.spec.setSetupInterval(60_000L);
    stage.adapter.endpointActivation(bean, stage.spec);
    stage.send("patient");
    await().until(() -> bean.refused.get() > 0);
    stage.adapter.endpointDeactivation(bean, stage.spec);
    assertEquals(1, stage.size("pending"));
    assertEquals(0, stage.size("active"));
  }

  @Test
  void aBeanThatHangsIsInterruptedAfterTheDrainTimeout() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    stage.spec.setDrainTimeout(200L);
    stage.spec.setMaxSession(1);
    FakeBean bean =
        stage.activate(
            true,
            message -> {
              entered.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException told) {
                interrupted.countDown();
                throw new IllegalStateException(told);
              }
            });
    stage.send("hangs", "waits", "waits too");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    stage.adapter.endpointDeactivation(bean, stage.spec);
    assertEquals(0, interrupted.getCount());
    assertEquals(3, stage.size("pending"));
    assertEquals(0, stage.size("active"));
  }

  @Test
  void aContainerWhoseThreadsAreAllBusyCostsNoSession() throws Exception {
    stage.spec.setMaxSession(2);
    FakeBean bean = stage.activate(true, message -> {});
    await().until(() -> stage.container.works.get() == 0);
    stage.container.full = true;
    stage.send("a", "b", "c");
    await().until(() -> stage.container.refused.get() > 3);
    stage.container.full = false;
    await().until(() -> bean.received.size() == 3);
    assertTrue(bean.received.containsAll(List.of("a#1", "b#1", "c#1")), bean.received.toString());
  }

  @Test
  void aSessionThatWasTakenAndNotStartedIsTheNextToBeTaken() throws Exception {
    stage.spec.setMaxSession(1);
    stage.spec.setResourceAdapter(stage.adapter);
    FakeBean bean = new FakeBean(true, message -> {});
    try (EmqXAConnection connection =
        stage.adapter.factory(stage.adapter.server()).createXAConnection()) {
      EndpointPool pool =
          new EndpointPool(
              connection, stage.container, bean, stage.spec.settings(), new EndpointSlots(1));
      ServerSession taken = pool.getServerSession();
      assertSame(taken, assertTimeoutPreemptively(Duration.ofSeconds(20), pool::getServerSession));
      assertTrue(pool.awaitIdle(0));
      pool.close();
    }
  }

  @Test
  void anActivationThatTheContainerRefusesIsForgotten() throws Exception {
    stage.container.full = true;
    stage.spec.setUri("valkey://127.0.0.1:1");
    assertThrows(
        RejectedExecutionException.class,
        () -> stage.adapter.endpointActivation(new FakeBean(true, message -> {}), stage.spec));
    stage.spec.setUri("valkey://127.0.0.1:2");
    EchoMQActivationSpec same = new EchoMQActivationSpec();
    same.setDestination("in");
    same.setUri("valkey://127.0.0.1:2");
    // What is active is recovered where it was activated, all else where it would be now.
    assertEquals(1, stage.adapter.getXAResources(new ActivationSpec[] {stage.spec, same}).length);
  }

  @Test
  void anAdapterDrainsItsEndpointsAtTheSameTime() throws Exception {
    stage.spec.setDrainTimeout(200L);
    CountDownLatch entered = new CountDownLatch(2);
    CyclicBarrier bothInterrupted = new CyclicBarrier(2);
    AtomicInteger met = new AtomicInteger();
    FakeBean.Body body =
        message -> {
          entered.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException told) {
            met.addAndGet(meet(bothInterrupted));
          }
        };
    stage.activate(true, body);
    EchoMQActivationSpec other = new EchoMQActivationSpec();
    other.setDestination("other");
    other.setDrainTimeout(200L);
    stage.adapter.endpointActivation(new FakeBean(true, body), other);
    stage.send("hangs");
    InboundStage.send(server.uri(), context -> context.createQueue("other"), "hangs too");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    stage.adapter.stop();
    assertEquals(2, met.get());
  }

  /** 1 when the other comes within less than what a bean is given to heed its interrupt. */
  private static int meet(CyclicBarrier barrier) {
    try {
      barrier.await(4, TimeUnit.SECONDS);
      return 1;
    } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
      return 0;
    }
  }

  @Test
  void aServerThatStaysDownIsGivenUpAfterTheSetupAttempts() throws Exception {
    try (PrivateServer away = PrivateServer.start("appendonly yes")) {
      away.stop();
      stage.spec.setUri(away.uri("connectTimeout=200ms"));
      stage.spec.setSetupAttempts(2);
      FakeBean bean = stage.activate(true, message -> {});
      await().until(() -> stage.container.works.get() == 0);
      away.restart();
      InboundStage.send(away.uri(), context -> context.createQueue("in"), "too late");
      assertEquals(List.of(), bean.received);
      stage.adapter.endpointDeactivation(bean, stage.spec);
    }
  }

  @Test
  void aRestartOfTheServerUnderLoadLosesAndDoublesNothing() throws Exception {
    try (PrivateServer restarted = PrivateServer.start("appendonly yes", "appendfsync always")) {
      stage.spec.setUri(restarted.uri("lease=2s&beat=50ms"));
      FakeBean bean = stage.activate(true, message -> {});
      String[] texts = new String[300];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = "order" + i;
      }
      InboundStage.send(restarted.uri(), context -> context.createQueue("in"), texts);
      restarted.kill();
      restarted.restart();
      // Where it is, is asked in two commands, between which a message may change its place.
      await()
          .atMost(40, TimeUnit.SECONDS)
          .until(
              () -> {
                try (var jedis = restarted.jedis()) {
                  return distinct(bean.received) == 300
                      && jedis.zcard("emq:{in}:pending") + jedis.zcard("emq:{in}:active") == 0;
                }
              });
      stage.adapter.endpointDeactivation(bean, stage.spec);
    }
  }

  private static long distinct(List<String> received) {
    return received.stream().map(each -> each.substring(0, each.indexOf('#'))).distinct().count();
  }

  @Test
  void aWrongPasswordIsToldAndTriedAgain() throws Exception {
    stage.spec.setUser("nobody");
    stage.spec.setPassword("wrong");
    FakeBean bean = stage.activate(true, message -> {});
    stage.send("unread");
    await().until(() -> stage.container.works.get() == 1);
    assertEquals(List.of(), bean.received);
    assertEquals(1, stage.size("pending"));
    stage.adapter.endpointDeactivation(bean, stage.spec);
    await().until(() -> stage.container.works.get() == 0);
  }

  @Test
  void aTransactionBeyondItsTimeoutIsRolledBackByTheAdapter() throws Exception {
    stage.spec.setTransactionTimeout(3);
    stage.spec.setMaxSession(1);
    FakeBean bean =
        stage.activate(
            true,
            message -> {
              if (message.getIntProperty("JMSXDeliveryCount") == 1) {
                // It is the consumer's again, and waits for this session to come back.
                await().until(() -> stage.attempts(message).equals("2"));
              }
            });
    stage.send("slow");
    await().until(() -> bean.received.equals(List.of("slow#1", "slow#2")));
    await().until(() -> stage.size("active") + stage.size("pending") == 0);
  }

  @Test
  void aRedeliveryWaitsForItsDelay() throws Exception {
    stage.spec.setRedeliveryDelay(60_000L);
    FakeBean bean =
        stage.activate(
            true,
            message -> {
              throw new IllegalArgumentException("once");
            });
    stage.send("late");
    await().until(() -> stage.size("schedule") == 1);
    assertEquals(List.of("late#1"), new ArrayList<>(bean.received));
  }

  @Test
  void anActivationOfAnotherAdapterIsRefused() {
    assertThrows(
        jakarta.resource.ResourceException.class,
        () -> stage.adapter.endpointActivation(new FakeBean(true, message -> {}), null));
  }
}
