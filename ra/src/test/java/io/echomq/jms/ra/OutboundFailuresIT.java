package io.echomq.jms.ra;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Pooled connections that break, and what is recovered of those that are gone. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class OutboundFailuresIT {
  private final FakeContainer container = new FakeContainer();
  private final FakePool pool = new FakePool();
  private final EchoMQResourceAdapter adapter = new EchoMQResourceAdapter();
  private final EchoMQManagedConnectionFactory managed = new EchoMQManagedConnectionFactory();
  private PrivateServer server;
  private ConnectionFactory factory;

  @BeforeEach
  void open() throws ResourceException {
    server = PrivateServer.start();
    adapter.setUri(server.uri("lease=3s&beat=50ms"));
    adapter.start(container);
    managed.setResourceAdapter(adapter);
    factory = (ConnectionFactory) managed.createConnectionFactory(pool);
  }

  @AfterEach
  void close() throws ResourceException {
    pool.destroy();
    adapter.stop();
    container.close();
    server.close();
  }

  @Test
  void aBranchOfAPooledConnectionIsRecoveredByAnotherProcess() throws Exception {
    Xid xid = new FakeXid(1);
    prepare(xid);
    pool.destroy();
    EchoMQResourceAdapter restarted = new EchoMQResourceAdapter();
    restarted.setUri(server.uri());
    restarted.start(container);
    EchoMQManagedConnectionFactory again = new EchoMQManagedConnectionFactory();
    again.setResourceAdapter(restarted);
    ManagedConnection recovering = again.createManagedConnection(null, null);
    XAResource resource = recovering.getXAResource();
    Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
    assertEquals(1, found.length);
    resource.commit(found[0], false);
    recovering.destroy();
    try (JMSContext context = factory.createContext()) {
      JMSConsumer consumer = context.createConsumer(context.createQueue("q"));
      assertEquals("prepared", consumer.receiveBody(String.class, 20_000));
    }
  }

  @Test
  void whatAConnectionHeldThatFailedForGoodComesAgainWhoeverEndsItsTransaction() throws Exception {
    for (String end : List.of("commit", "rollback", "destroy", "one phase")) {
      JMSContext context = factory.createContext();
      ManagedConnection broken = pool.used.iterator().next();
      LocalTransaction local = end.equals("one phase") ? null : broken.getLocalTransaction();
      XAResource resource = broken.getXAResource();
      Xid xid = new FakeXid(7);
      Queue queue = context.createQueue(end.replace(' ', '-'));
      context.createProducer().send(queue, end);
      if (local == null) {
        resource.start(xid, XAResource.TMNOFLAGS);
      } else {
        local.begin();
      }
      assertEquals(end, context.createConsumer(queue).receiveBody(String.class, 20_000));
      whileTheServerIsForeign(
          () -> {
            await().until(() -> !managed.getInvalidConnections(Set.of(broken)).isEmpty());
            switch (end) {
              case "commit" -> assertThrows(ResourceException.class, local::commit);
              case "rollback" -> assertThrows(ResourceException.class, local::rollback);
              case "destroy" -> {}
              default -> {
                resource.end(xid, XAResource.TMSUCCESS);
                XAException told =
                    assertThrows(XAException.class, () -> resource.commit(xid, true));
                assertEquals(XAException.XA_RBROLLBACK, told.errorCode);
              }
            }
            broken.destroy();
          });
      pool.used.remove(broken);
      try (JMSContext next = factory.createContext()) {
        assertEquals(end, next.createConsumer(queue).receiveBody(String.class, 60_000));
      }
    }
  }

  @Test
  void aPreparedBranchThatCannotBeCommittedNowIsToBeCommittedAgain() throws Exception {
    Xid xid = new FakeXid(8);
    XAResource resource = prepare(xid);
    whileTheServerIsForeign(
        () -> {
          XAException away = assertThrows(XAException.class, () -> resource.commit(xid, false));
          assertEquals(XAException.XA_RETRY, away.errorCode);
        });
    resource.commit(xid, false);
  }

  @Test
  void aBranchWhoseTimeIsOverWhileTheServerRefusesIsRolledBackLater() throws Exception {
    JMSContext context = factory.createContext();
    ManagedConnection broken = pool.used.iterator().next();
    Queue queue = context.createQueue("q");
    context.createProducer().send(queue, "kept too long");
    XAResource resource = broken.getXAResource();
    resource.setTransactionTimeout(1);
    Xid xid = new FakeXid(9);
    resource.start(xid, XAResource.TMNOFLAGS);
    assertEquals("kept too long", context.createConsumer(queue).receiveBody(String.class, 20_000));
    resource.end(xid, XAResource.TMSUCCESS);
    ManagedConnection other = managed.createManagedConnection(null, RaCredentials.OWN);
    whileTheServerIsForeign(
        () -> {
          broken.destroy();
          await().until(() -> isTooLate(other.getXAResource(), xid));
        });
    other.destroy();
    try (JMSContext next = factory.createContext()) {
      assertEquals("kept too long", next.createConsumer(queue).receiveBody(String.class, 60_000));
    }
  }

  /** Joins the branch for a moment, unless its time is over. */
  private static boolean isTooLate(XAResource resource, Xid xid) throws XAException {
    try {
      resource.start(xid, XAResource.TMJOIN);
      resource.end(xid, XAResource.TMSUCCESS);
      return false;
    } catch (XAException refused) {
      assertEquals(XAException.XA_RBTIMEOUT, refused.errorCode);
      return true;
    }
  }

  /** Not even by a container that holds a lock while it closes, which its listener wants too. */
  @Test
  void aListenerThatWaitsForWhoClosesOrThrowsKeepsNobodyFromHearing() throws Exception {
    JMSContext context = factory.createContext();
    ManagedConnection broken = pool.used.iterator().next();
    CountDownLatch telling = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    FakePool stubborn = new FakePool();
    stubborn.whenToldOfFailure =
        () -> {
          telling.countDown();
          await().until(() -> closed.getCount() == 0);
          throw new IllegalStateException("a listener");
        };
    broken.removeConnectionEventListener(pool);
    broken.addConnectionEventListener(stubborn);
    broken.addConnectionEventListener(pool);
    whileTheServerIsForeign(telling::await);
    context.close();
    closed.countDown();
    await().until(() -> pool.failed.contains(broken));
    broken.destroy();
  }

  /** Sends a message in a branch of a pooled connection, which is idle again, and prepares it. */
  private XAResource prepare(Xid xid) throws Exception {
    try (JMSContext context = factory.createContext()) {
      XAResource resource = pool.used.iterator().next().getXAResource();
      resource.start(xid, XAResource.TMNOFLAGS);
      context.createProducer().send(context.createQueue("q"), "prepared");
      resource.end(xid, XAResource.TMSUCCESS);
      assertEquals(XAResource.XA_OK, resource.prepare(xid));
      return resource;
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Every connection fails for good meanwhile. */
  private void whileTheServerIsForeign(Work work) throws Exception {
    try (Jedis jedis = server.jedis()) {
      String ours = jedis.setGet("{emq}:version", "echomq:9.9.9");
      try {
        jedis.clientKill(
            new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
        work.run();
      } finally {
        jedis.set("{emq}:version", ours);
      }
    }
  }

  /** Or the container gives the connection, which it thinks sound, to the next who asks. */
  @Test
  void whoClosesBecauseItsCallFailedIsNotFasterThanTheContainerHears() throws Exception {
    JMSContext context = factory.createContext();
    ManagedConnection broken = pool.used.iterator().next();
    factory.createContext().close();
    ManagedConnection idle = pool.idle.iterator().next();
    JMSProducer producer = context.createProducer();
    Queue queue = context.createQueue("q");
    whileTheServerIsForeign(
        () -> {
          assertThrows(JMSRuntimeException.class, () -> sendForEver(producer, queue));
          assertNull(managed.matchManagedConnections(Set.of(idle), null, RaCredentials.OWN));
        });
    context.close();
    assertTrue(pool.failed.contains(broken));
    assertEquals(Set.of(idle), pool.idle);
    assertThrows(ResourceException.class, broken::cleanup);
    try (JMSContext next = factory.createContext()) {
      next.createProducer().send(queue, "by the new one");
    }
    broken.destroy();
    idle.destroy();
  }

  private static void sendForEver(JMSProducer producer, Queue queue) {
    while (true) {
      producer.send(queue, "until it fails");
    }
  }

  @Test
  void aConnectionThatFailedForGoodIsToldAndReplaced() throws Exception {
    factory.createContext().close();
    ManagedConnection broken = pool.idle.iterator().next();
    whileTheServerIsForeign(
        () -> await().until(() -> managed.getInvalidConnections(Set.of(broken)).contains(broken)));
    await().until(() -> pool.failed.contains(broken));
    assertThrows(ResourceException.class, () -> broken.getConnection(null, RaCredentials.OWN));
    assertNull(managed.matchManagedConnections(Set.of(broken), null, RaCredentials.OWN));
    try (JMSContext context = factory.createContext()) {
      context.createProducer().send(context.createQueue("q"), "by the new one");
    }
    assertEquals(2, pool.made);
    broken.destroy();
  }
}
