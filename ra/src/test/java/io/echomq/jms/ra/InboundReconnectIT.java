package io.echomq.jms.ra;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.FaultProxy;
import io.echomq.testing.PrivateServer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Endpoints whose connection fails for good, or is not there yet. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class InboundReconnectIT {
  private static final String VERSION = "{emq}:version";

  private final FakeContainer container = new FakeContainer();
  private final EchoMQResourceAdapter adapter = new EchoMQResourceAdapter();
  private final EchoMQActivationSpec spec = new EchoMQActivationSpec();
  private PrivateServer server;
  private FaultProxy proxy;

  @BeforeEach
  void open() throws Exception {
    server = PrivateServer.start();
    proxy = FaultProxy.before(server);
    adapter.setUri(server.uri(proxy) + "?lease=2s&beat=50ms");
    adapter.start(container);
    spec.setDestination("in");
    spec.setSetupInterval(100L);
  }

  @AfterEach
  void close() {
    adapter.stop();
    container.close();
    proxy.close();
    server.close();
  }

  private FakeBean activate(FakeBean.Body body) throws Exception {
    FakeBean bean = new FakeBean(true, body);
    adapter.endpointActivation(bean, spec);
    return bean;
  }

  private void send(String... texts) {
    InboundStage.send(server.uri(), context -> context.createQueue("in"), texts);
  }

  private void publish(String... texts) {
    InboundStage.send(server.uri(), context -> context.createTopic("prices"), texts);
  }

  private boolean isSettled() {
    try (Jedis jedis = server.jedis()) {
      return jedis.zcard("emq:{in}:active") + jedis.zcard("emq:{in}:pending") == 0;
    }
  }

  /** Fails all connections for good: the server is another one's from {@code then} on. */
  private void failFor(Runnable then) {
    try (Jedis jedis = server.jedis()) {
      String ours = jedis.setGet(VERSION, "echomq:9.9.9");
      jedis.clientKill(
          new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
      then.run();
      jedis.set(VERSION, ours);
    }
  }

  private static boolean isAnyThreadIn(Class<?> type, String method) {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(
            frame ->
                frame.getClassName().equals(type.getName())
                    && frame.getMethodName().equals(method));
  }

  private static void awaitThreadIn(Class<?> type, String method) {
    await().until(() -> isAnyThreadIn(type, method));
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException told) {
      throw new IllegalStateException(told);
    }
  }

  /** A deactivation under way: it waits for something, or has returned although it should not. */
  private Thread deactivate(FakeBean bean, Runnable after) {
    Thread stopping =
        new Thread(
            () -> {
              adapter.endpointDeactivation(bean, spec);
              after.run();
            });
    stopping.start();
    var still =
        EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
    await().until(() -> still.contains(stopping.getState()));
    return stopping;
  }

  @Test
  void aFailureBeforeTheConsumerIsKnownIsNotLost() throws Exception {
    spec.setResourceAdapter(adapter);
    ServerProperties where = adapter.server();
    FakeBean bean = new FakeBean(true, message -> {});
    EndpointActivation activation =
        new EndpointActivation(
            where, new RaFactories().get(where), container, bean, spec.settings());
    proxy.hold();
    activation.start();
    awaitThreadIn(EndpointConsumer.class, "open");
    synchronized (activation) {
      proxy.release();
      // Who connects gets no further than to here, and who tells of the failure neither.
      awaitThreadIn(EndpointActivation.class, "use");
      failFor(() -> awaitThreadIn(EndpointActivation.class, "failed"));
    }
    send("heard");
    await().until(() -> bean.received.equals(List.of("heard#1")));
    activation.stop();
  }

  @Test
  void aDeactivationWaitsForTheBeanWhileItsConnectionIsBeingReplaced() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<String> order = new CopyOnWriteArrayList<>();
    FakeBean bean =
        activate(
            message -> {
              entered.countDown();
              waitFor(go);
              order.add("the bean has ended");
            });
    send("works");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    failFor(() -> awaitThreadIn(EndpointPool.class, "awaitIdle"));
    Thread stopping = deactivate(bean, () -> order.add("the endpoint is deactivated"));
    go.countDown();
    stopping.join();
    assertEquals(List.of("the bean has ended", "the endpoint is deactivated"), order);
  }

  @Test
  void anEndpointIsBackWhileABeanGoesOnWithWhatItHadBefore() throws Exception {
    spec.setDrainTimeout(200L);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<String> ended = new CopyOnWriteArrayList<>();
    FakeBean bean =
        activate(
            message -> {
              if (message.getBody(String.class).equals("long") && entered.getCount() > 0) {
                entered.countDown();
                waitFor(go);
                ended.add("uninterrupted");
              }
            });
    send("long");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    failFor(() -> awaitThreadIn(EndpointPool.class, "awaitIdle"));
    send("short");
    await().until(() -> bean.received.contains("short#1"));
    // Its lease has ended with the connection: it is one of another session by now.
    await().until(() -> bean.received.contains("long#2"));
    go.countDown();
    await().until(() -> bean.atWork.get() == 0 && isSettled());
    assertEquals(List.of("uninterrupted"), ended);
  }

  @Test
  void whatIsStillAtWorkOnAFailedConnectionCountsForMaxSession() throws Exception {
    spec.setMaxSession(1);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FakeBean bean =
        activate(
            message -> {
              entered.countDown();
              waitFor(go);
            });
    send("first");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    failFor(() -> awaitThreadIn(EndpointPool.class, "awaitIdle"));
    send("second");
    awaitThreadIn(EndpointSlots.class, "awaitFree");
    go.countDown();
    await().until(() -> bean.received.contains("second#1") && isSettled());
    assertEquals(1, bean.mostAtWork.get());
  }

  @Test
  void aDurableSubscriberIsBackWithItsClientIdWhileABeanIsAtWork() throws Exception {
    spec.setDestination("prices");
    spec.setDestinationType("jakarta.jms.Topic");
    spec.setSubscriptionDurability("Durable");
    spec.setSubscriptionName("ticker");
    spec.setClientId("desk");
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FakeBean bean =
        activate(
            message -> {
              if (message.getBody(String.class).equals("long")) {
                entered.countDown();
                waitFor(go);
              }
            });
    await().until(() -> container.works.get() == 0);
    publish("long");
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    failFor(() -> awaitThreadIn(EndpointPool.class, "awaitIdle"));
    publish("short");
    await().until(() -> bean.received.contains("short#1"));
    go.countDown();
  }

  @Test
  void aDeactivationWaitsForWhatIsJustConnecting() throws Exception {
    send("unseen");
    proxy.hold();
    FakeBean bean = activate(message -> {});
    awaitThreadIn(EndpointConsumer.class, "open");
    Thread stopping = deactivate(bean, () -> {});
    assertTrue(stopping.isAlive());
    proxy.release();
    stopping.join();
    assertEquals(List.of(), bean.received);
  }

  @Test
  void anEndpointThatCannotBeReleasedIsConnectedAnewAllTheSame() throws Exception {
    FakeBean bean = activate(message -> {});
    bean.unreleasable = true;
    send("one");
    await().until(() -> bean.received.equals(List.of("one#1")) && isSettled());
    failFor(() -> await().until(() -> bean.releases.get() > 0));
    send("two");
    await().until(() -> bean.received.equals(List.of("one#1", "two#1")));
    adapter.endpointDeactivation(bean, spec);
  }

  @Test
  void aContainerThatIsFullWhenTheConnectionFailsIsAskedAgain() throws Exception {
    FakeBean bean = activate(message -> {});
    await().until(() -> container.works.get() == 0);
    container.full = true;
    failFor(() -> await().until(() -> container.refused.get() > 1));
    container.full = false;
    send("late");
    await().until(() -> bean.received.equals(List.of("late#1")));
  }
}
