package io.echomq.jms.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Set;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMX;
import javax.management.MBeanException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithServer
@Timeout(180)
class EchoMQMBeansIT {
  private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
  private final EchoMQConnectionFactory factory;

  EchoMQMBeansIT(TestServer server) {
    factory = new EchoMQConnectionFactory(server.uri("maxDeliveries=1"));
  }

  private static ObjectName name(String type, String rest) throws Exception {
    return new ObjectName("io.echomq.jms:type=" + type + "," + rest);
  }

  private ObjectName orders() throws Exception {
    return name("Queue", "broker=\"shop\",name=\"orders\"");
  }

  @Test
  void queuesAreReadAndChangedThroughTheirMBeans() throws Exception {
    try (JMSContext context = factory.createContext();
        EchoMQMBeans registered = EchoMQMBeans.of(beans, factory, "shop")) {
      Queue orders = context.createQueue("orders");
      context.createProducer().setPriority(2).send(orders, "a");
      assertFalse(beans.isRegistered(orders()));
      assertEquals(1, beans.invoke(name("Broker", "name=\"shop\""), "refresh", null, null));
      QueueMXBean queue = JMX.newMXBeanProxy(beans, orders(), QueueMXBean.class);
      assertEquals(1, queue.getPending());
      assertTrue(queue.pause());
      assertTrue(queue.isPaused());
      assertTrue(queue.resume());
      assertEquals("1 changed", queue.move("JMSPriority = 2", "parked"));
      assertEquals(0, queue.getPending());
      assertEquals("0 changed", queue.purge());
      // The other queue has come; the first one has neither messages nor counters nor consumers.
      assertEquals(1, registered.refresh());
      assertFalse(beans.isRegistered(orders()));
    }
    assertEquals(Set.of(), beans.queryNames(new ObjectName("io.echomq.jms:*"), null));
  }

  @Test
  void aFactoryTellsWhatWentThroughIt() throws Exception {
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        EchoMQMBeans registered = EchoMQMBeans.of(beans, factory, "shop")) {
      assertEquals(0, registered.refresh());
      Queue orders = context.createQueue("orders");
      context.createProducer().send(orders, "a");
      context.commit();
      try (JMSConsumer consumer = context.createConsumer(orders)) {
        Message message = consumer.receive(20_000);
        assertEquals("a", message.getBody(String.class));
        context.commit();
      }
      FactoryMXBean traffic =
          JMX.newMXBeanProxy(beans, name("Factory", "name=\"shop\""), FactoryMXBean.class);
      assertEquals(1, traffic.getSent());
      assertEquals(1, traffic.getReceived());
      assertEquals(1, traffic.getAcknowledged());
      assertEquals(0, traffic.getRedelivered());
      assertEquals(0, traffic.getLostLeases());
      assertTrue(traffic.getConnectionsOpened() > 0);
    }
  }

  @Test
  void badInputIsToldWithItsCodeAndASecondRegistrationIsRefusedWhole() throws Exception {
    try (JMSContext context = factory.createContext();
        EchoMQMBeans registered = EchoMQMBeans.of(beans, factory, "shop")) {
      context.createProducer().send(context.createQueue("orders"), "a");
      registered.refresh();
      MBeanException refused =
          assertThrows(
              MBeanException.class,
              () ->
                  beans.invoke(
                      orders(),
                      "move",
                      new Object[] {"", "or ders"},
                      new String[] {"java.lang.String", "java.lang.String"}));
      assertTrue(
          refused.getCause().getMessage().startsWith("EMQ-INVALID-NAME: "),
          refused.getCause().getMessage());
      assertThrows(
          InstanceAlreadyExistsException.class, () -> EchoMQMBeans.of(beans, factory, "shop"));
      assertTrue(beans.isRegistered(orders()));
    }
  }

  @Test
  void subscriptionsAreMovedAndDeletedThroughTheBroker() throws Exception {
    try (JMSContext context = factory.createContext();
        EchoMQMBeans registered = EchoMQMBeans.of(beans, factory, "shop")) {
      assertEquals(0, registered.refresh());
      Topic prices = context.createTopic("prices");
      context.createSharedDurableConsumer(prices, "audit").close();
      context.createProducer().send(prices, "1");
      BrokerMXBean broker =
          JMX.newMXBeanProxy(beans, name("Broker", "name=\"shop\""), BrokerMXBean.class);
      broker.seek("", "audit", "now");
      try (JMSConsumer audit = context.createSharedDurableConsumer(prices, "audit")) {
        assertNull(audit.receiveNoWait());
      }
      broker.seek("", "audit", "beginning");
      try (JMSConsumer audit = context.createSharedDurableConsumer(prices, "audit")) {
        assertEquals("1", audit.receiveBody(String.class, 20_000));
      }
      assertEquals(1, broker.getSubscriptions().size());
      assertTrue(broker.getSubscriptions().get(0).startsWith("prices: shared_durable 'audit', "));
      broker.unsubscribe("", "audit");
      assertEquals(List.of(), broker.getSubscriptions());
    }
  }
}
