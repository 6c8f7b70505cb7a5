package io.echomq.jms.jndi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTemporaryQueue;
import io.echomq.jms.destination.EmqTemporaryTopic;
import io.echomq.jms.destination.EmqTopic;
import io.echomq.jms.wire.Address;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import javax.naming.BinaryRefAddr;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("BanJNDI")
class EchoMQObjectFactoryTest {
  private static final String OURS = EchoMQObjectFactory.class.getName();

  private static Object through(Object reference) throws Exception {
    return NamingManager.getObjectInstance(reference, null, null, null);
  }

  private static Reference reference(Class<?> type, String... namesAndValues) {
    Reference reference = new Reference(type.getName(), OURS, null);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      reference.add(new StringRefAddr(namesAndValues[i], namesAndValues[i + 1]));
    }
    return reference;
  }

  private static Object serialized(Object object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  private static List<EmqDestination> destinations() throws Exception {
    return List.of(
        new EmqQueue("orders?payload=raw"),
        new EmqQueue("orders/dead"),
        new EmqTopic("prices/audit?from=-1h"),
        new EmqTemporaryQueue(Address.queue("_tmp.q"), null),
        new EmqTemporaryTopic(Address.topic("_tmp.t"), null));
  }

  @Test
  void everyDestinationComesBackFromItsReferenceAndFromSerialization() throws Exception {
    for (EmqDestination destination : destinations()) {
      for (Object copy :
          List.of(
              through(destination),
              through(serialized(((Referenceable) destination).getReference())),
              serialized(destination))) {
        EmqDestination back = assertInstanceOf(EmqDestination.class, copy);
        assertEquals(destination, back);
        assertEquals(destination.nameWithOptions(), back.nameWithOptions());
        assertEquals(destination instanceof Queue, back instanceof Queue);
      }
    }
  }

  @Test
  void aFactoryComesBackFromItsReferenceAndFromSerialization() throws Exception {
    EchoMQConnectionFactory factory =
        new EchoMQConnectionFactory("valkeys://u:p%40ss@h:1/3?clientId=c");
    factory.setLease("1m");
    for (Object copy :
        List.of(
            through(factory), through(serialized(factory.getReference())), serialized(factory))) {
      assertEquals(factory.getUri(), ((EchoMQConnectionFactory) copy).getUri());
    }
  }

  @Test
  void aFactoryForDistributedTransactionsComesBackToo() throws Exception {
    EchoMQXAConnectionFactory factory = new EchoMQXAConnectionFactory("valkey://h:1?clientId=c");
    for (Object copy : List.of(through(factory), serialized(factory))) {
      assertEquals(factory.getUri(), ((EchoMQXAConnectionFactory) copy).getUri());
    }
    Object made = through(reference(XAConnectionFactory.class, "uri", "valkey://h:1", "db", "2"));
    assertEquals("valkey://h:1/2", ((EchoMQXAConnectionFactory) made).getUri());
  }

  @Test
  void aContainerMayNameTheInterfacesInsteadOfOurClasses() throws Exception {
    for (Class<?> type :
        List.of(
            ConnectionFactory.class,
            QueueConnectionFactory.class,
            TopicConnectionFactory.class,
            EchoMQConnectionFactory.class)) {
      Object made = through(reference(type, "clientId", "c", "uri", "valkey://h:1", "db", "2"));
      EchoMQConnectionFactory factory = assertInstanceOf(EchoMQConnectionFactory.class, made);
      assertEquals("valkey://h:1/2?clientId=c", factory.getUri());
    }
    assertEquals(new EmqQueue("orders"), through(reference(Queue.class, "physicalName", "orders")));
    EmqTopic topic =
        (EmqTopic) through(reference(Topic.class, "name", "prices", "options", "from=-1h"));
    assertEquals("prices?from=-1h", topic.nameWithOptions());
  }

  @Test
  void aReferenceWithoutAUriIsTheServerOfThisMachine() throws Exception {
    Object made = through(reference(ConnectionFactory.class));
    assertEquals("valkey://localhost:6379", ((EchoMQConnectionFactory) made).getUri());
  }

  @ParameterizedTest
  @CsvSource({
    "jakarta.jms.ConnectionFactory, clientld, c",
    "jakarta.jms.ConnectionFactory, uri, http://h",
    "jakarta.jms.ConnectionFactory, lease, soon",
    "jakarta.jms.Queue, physicalname, orders",
    "jakarta.jms.Topic, physicalName, a b",
  })
  void anUnknownAttributeOrABadValueIsRefusedByName(String type, String name, String value)
      throws Exception {
    Reference reference = reference(Class.forName(type), name, value);
    NamingException refused = assertThrows(NamingException.class, () -> through(reference));
    assertTrue(refused.getMessage().contains(type), refused.getMessage());
    boolean named = refused.getMessage().contains(name) || refused.getMessage().contains(value);
    assertTrue(named, refused.getMessage());
  }

  @Test
  void aDestinationWithoutANameOrWithTwoIsRefused() {
    assertThrows(NamingException.class, () -> through(reference(Queue.class)));
    assertThrows(
        NamingException.class,
        () -> through(reference(Queue.class, "name", "a", "physicalName", "b")));
    assertThrows(
        NamingException.class, () -> through(reference(Queue.class, "name", "a", "name", "b")));
  }

  @Test
  void anAttributeThatIsNoTextIsRefused() {
    Reference reference = reference(Queue.class);
    reference.add(new BinaryRefAddr("physicalName", new byte[] {1}));
    assertThrows(NamingException.class, () -> through(reference));
  }

  @Test
  void whatIsNotOursIsLeftToOthers() throws Exception {
    EchoMQObjectFactory factory = new EchoMQObjectFactory();
    assertNull(factory.getObjectInstance("text", null, null, null));
    assertNull(factory.getObjectInstance(null, null, null, null));
    assertNull(factory.getObjectInstance(new Reference("java.lang.Runnable"), null, null, null));
  }
}
