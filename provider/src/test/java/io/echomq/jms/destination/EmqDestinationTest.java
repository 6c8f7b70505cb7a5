package io.echomq.jms.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Address;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.naming.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmqDestinationTest {

  @Test
  void optionsAreNoPartOfTheName() throws Exception {
    EmqQueue withOptions = new EmqQueue("orders?payload=raw&sync=aof");
    EmqQueue plain = new EmqQueue("orders");
    assertEquals("orders", withOptions.getQueueName());
    assertEquals("orders", withOptions.toString());
    assertEquals("payload=raw&sync=aof", withOptions.getOptions());
    assertEquals("orders?payload=raw&sync=aof", withOptions.nameWithOptions());
    assertEquals(plain, withOptions);
    assertEquals(plain.hashCode(), withOptions.hashCode());
    assertEquals(Address.queue("orders"), withOptions.address());
  }

  @Test
  void domainsAreDifferentAndTemporaryOnesEqualTheirName() throws Exception {
    assertNotEquals(new EmqQueue("a"), new EmqTopic("a"));
    Address temporary = Address.queue("_tmp.x");
    assertEquals(new EmqTemporaryQueue(temporary, null), new EmqQueue("_tmp.x"));
    assertEquals(new EmqQueue("_tmp.x"), new EmqTemporaryQueue(temporary, null));
    assertNotEquals(new EmqQueue(), new EmqQueue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "emq", "_jms", "a/b", "orders/", "ü", "a{b}", "?payload=raw"})
  void namesOutsideTheGrammarAreRefused(String name) {
    InvalidDestinationException refused =
        assertThrows(InvalidDestinationException.class, () -> new EmqQueue(name));
    assertEquals("EMQ-INVALID-NAME", refused.getErrorCode());
  }

  @Test
  void aRefusedNameChangesNothing() throws Exception {
    EmqTopic topic = new EmqTopic("prices/audit?last=3");
    assertThrows(InvalidDestinationException.class, () -> topic.setName("no good?last=4"));
    assertEquals("prices/audit", topic.getTopicName());
    assertEquals("last=3", topic.getOptions());
  }

  @Test
  void beansGetNameAndOptionsInAnyOrder() throws Exception {
    EmqQueue bean = new EmqQueue();
    assertNull(bean.getName());
    assertThrows(InvalidDestinationException.class, bean::address);
    bean.setOptions("payload=raw");
    bean.setPhysicalName("orders");
    assertEquals("orders?payload=raw", bean.nameWithOptions());
    assertEquals("orders", bean.getPhysicalName());
  }

  @Test
  void referencesBringNameAndOptionsBack() throws Exception {
    EmqTopic topic = new EmqTopic("prices?from=-1h");
    Reference reference = topic.getReference();
    assertEquals("io.echomq.jms.jndi.EchoMQObjectFactory", reference.getFactoryClassName());
    EmqDestination back = EmqDestination.fromReference(reference);
    assertInstanceOf(EmqTopic.class, back);
    assertEquals("prices?from=-1h", back.nameWithOptions());
    assertNull(EmqDestination.fromReference(new Reference("java.lang.String")));
  }

  @Test
  void serializationKeepsNameAndOptions() throws Exception {
    EmqQueue back = (EmqQueue) copy(new EmqQueue("orders/dead?payload=raw"));
    assertEquals("orders/dead?payload=raw", back.nameWithOptions());
    assertEquals(Address.queue("orders/dead"), back.address());
  }

  @Test
  void temporaryOnesAreDeletedByTheirOwnerOnly() throws Exception {
    List<EmqDestination> deleted = new ArrayList<>();
    EmqTemporaryQueue owned = new EmqTemporaryQueue(Address.queue("_tmp.1"), deleted::add);
    owned.delete();
    assertEquals(List.of(owned), deleted);
    EmqTemporaryQueue elsewhere = (EmqTemporaryQueue) copy(owned);
    assertThrows(JMSException.class, elsewhere::delete);
    EmqTemporaryTopic topic = (EmqTemporaryTopic) EmqDestination.at(Address.topic("_tmp.2"));
    assertThrows(JMSException.class, topic::delete);
    assertEquals(1, deleted.size());
  }

  @Test
  void foreignDestinationsAreTakenByName() throws Exception {
    assertEquals(new EmqQueue("q"), EmqDestination.of(new Both("q", null)));
    assertEquals(new EmqTopic("t"), EmqDestination.of(new Both(null, "t")));
    EmqQueue own = new EmqQueue("q");
    assertSame(own, EmqDestination.of(own));
  }

  @Test
  void nullAndUnknownDestinationsAreRefused() {
    assertThrows(InvalidDestinationException.class, () -> EmqDestination.of(null));
    assertThrows(InvalidDestinationException.class, () -> EmqDestination.of(new Destination() {}));
    assertThrows(InvalidDestinationException.class, () -> EmqDestination.of(new Both(null, null)));
    assertThrows(InvalidDestinationException.class, () -> EmqDestination.of(new EmqQueue()));
  }

  private record Both(String queue, String topic) implements Queue, Topic {
    @Override
    public String getQueueName() {
      return queue;
    }

    @Override
    public String getTopicName() {
      return topic;
    }
  }

  private static Object copy(Object original) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
