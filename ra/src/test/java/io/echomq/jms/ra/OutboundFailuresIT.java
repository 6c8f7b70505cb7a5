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
import jakarta.resource.spi.ManagedConnection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
    adapter.setUri(server.uri());
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
    try (JMSContext context = factory.createContext()) {
      XAResource resource = pool.used.iterator().next().getXAResource();
      resource.start(xid, XAResource.TMNOFLAGS);
      context.createProducer().send(context.createQueue("q"), "prepared");
      resource.end(xid, XAResource.TMSUCCESS);
      assertEquals(XAResource.XA_OK, resource.prepare(xid));
    }
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

  /** Or the container gives the connection, which it thinks sound, to the next who asks. */
  @Test
  void whoClosesBecauseItsCallFailedIsNotFasterThanTheContainerHears() throws Exception {
    JMSContext context = factory.createContext();
    ManagedConnection broken = pool.used.iterator().next();
    factory.createContext().close();
    ManagedConnection idle = pool.idle.iterator().next();
    JMSProducer producer = context.createProducer();
    Queue queue = context.createQueue("q");
    try (Jedis jedis = server.jedis()) {
      String ours = jedis.setGet("{emq}:version", "echomq:9.9.9");
      try {
        jedis.clientKill(
            new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
        assertThrows(JMSRuntimeException.class, () -> sendForEver(producer, queue));
        assertNull(managed.matchManagedConnections(Set.of(idle), null, RaCredentials.OWN));
      } finally {
        jedis.set("{emq}:version", ours);
      }
    }
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
    try (Jedis jedis = server.jedis()) {
      String ours = jedis.setGet("{emq}:version", "echomq:9.9.9");
      try {
        jedis.clientKill(
            new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
        await().until(() -> managed.getInvalidConnections(Set.of(broken)).contains(broken));
      } finally {
        jedis.set("{emq}:version", ours);
      }
    }
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
