package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.function.Executable;

@Conformance
class PropertyDemands {
  private static final Map<String, Object> ALL_TYPES =
      Map.of(
          "boolean",
          true,
          "byte",
          (byte) 1,
          "short",
          (short) 2,
          "int",
          3,
          "long",
          Long.MAX_VALUE,
          "float",
          1.5f,
          "double",
          2.25,
          "String",
          "text");

  private static Message withAllTypes(Message message) throws Exception {
    for (Map.Entry<String, Object> each : ALL_TYPES.entrySet()) {
      message.setObjectProperty(each.getKey(), each.getValue());
    }
    return message;
  }

  @Demand(
      section = "3.5.1",
      text = "A property name that is no identifier of selectors is refused.")
  void namesMustBeIdentifiers(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    for (String name : List.of("1st", "a-b", "a b", "TRUE", "null", "Between", "NOT", "and")) {
      assertThrows(Exception.class, () -> message.setIntProperty(name, 1), name);
    }
    assertThrows(IllegalArgumentException.class, () -> message.setIntProperty("", 1));
    assertThrows(IllegalArgumentException.class, () -> message.setIntProperty(null, 1));
    message.setIntProperty("_under$score1", 1);
    message.setIntProperty("größe", 2);
    assertEquals(2, message.getIntProperty("größe"));
  }

  @Demand(section = "3.5.2", text = "Values of the eight types arrive as they were set.")
  void allTypesArrive(Stage stage) throws Exception {
    Message received = stage.pass(withAllTypes(stage.post().createMessage()));
    Map<String, Object> seen = new HashMap<>();
    for (String name : ALL_TYPES.keySet()) {
      seen.put(name, received.getObjectProperty(name));
    }
    assertEquals(ALL_TYPES, seen);
  }

  @Demand(section = "3.5.3", text = "Properties of a received message are read-only.")
  void propertiesOfReceivedMessagesAreReadOnly(Stage stage) throws Exception {
    Message received = stage.pass(withAllTypes(stage.post().createMessage()));
    List<Executable> sets =
        List.of(
            () -> received.setBooleanProperty("p", true),
            () -> received.setByteProperty("p", (byte) 1),
            () -> received.setShortProperty("p", (short) 1),
            () -> received.setIntProperty("p", 1),
            () -> received.setLongProperty("p", 1),
            () -> received.setFloatProperty("p", 1),
            () -> received.setDoubleProperty("p", 1),
            () -> received.setStringProperty("p", "1"),
            () -> received.setObjectProperty("p", "1"));
    for (Executable set : sets) {
      assertThrows(MessageNotWriteableException.class, set);
    }
  }

  @Demand(section = "3.5.4", text = "A property is read as the wider types and as a String.")
  void conversionsOfTheTableAreSupported(Stage stage) throws Exception {
    Message received = stage.pass(withAllTypes(stage.post().createMessage()));
    assertEquals(1, received.getShortProperty("byte"));
    assertEquals(1L, received.getLongProperty("byte"));
    assertEquals(2, received.getIntProperty("short"));
    assertEquals(3L, received.getLongProperty("int"));
    assertEquals(1.5, received.getDoubleProperty("float"));
    for (String name : ALL_TYPES.keySet()) {
      assertEquals(ALL_TYPES.get(name).toString(), received.getStringProperty(name));
    }
  }

  @Demand(
      section = "3.5.4",
      text = "Any other conversion of a property throws MessageFormatException.")
  void otherConversionsAreRefused(Stage stage) throws Exception {
    Message received = stage.pass(withAllTypes(stage.post().createMessage()));
    List<Executable> reads =
        List.of(
            () -> received.getIntProperty("boolean"),
            () -> received.getBooleanProperty("int"),
            () -> received.getByteProperty("short"),
            () -> received.getShortProperty("int"),
            () -> received.getIntProperty("long"),
            () -> received.getLongProperty("float"),
            () -> received.getFloatProperty("double"),
            () -> received.getDoubleProperty("long"));
    for (Executable read : reads) {
      assertThrows(MessageFormatException.class, read);
    }
  }

  @Demand(
      section = "3.5.4",
      text = "A String that is no number throws NumberFormatException when read as one.")
  void stringsThatAreNoNumbersAreRefused(Stage stage) throws Exception {
    Message received = stage.pass(withAllTypes(stage.post().createMessage()));
    assertThrows(NumberFormatException.class, () -> received.getByteProperty("String"));
    assertThrows(NumberFormatException.class, () -> received.getShortProperty("String"));
    assertThrows(NumberFormatException.class, () -> received.getIntProperty("String"));
    assertThrows(NumberFormatException.class, () -> received.getLongProperty("String"));
    assertThrows(NumberFormatException.class, () -> received.getFloatProperty("String"));
    assertThrows(NumberFormatException.class, () -> received.getDoubleProperty("String"));
    assertFalse(received.getBooleanProperty("String"));
  }

  @Demand(
      section = "3.5.5",
      text = "An object property may be of the eight types only, else MessageFormatException.")
  void otherObjectsAreRefused(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    for (Object value : List.of(new Object(), 'c', new byte[1], List.of(), new StringBuilder())) {
      assertThrows(MessageFormatException.class, () -> message.setObjectProperty("p", value));
    }
    assertFalse(message.propertyExists("p"));
  }

  @Demand(
      section = "3.5.6",
      text = "getPropertyNames returns what was set, and no header field of the standard.")
  void namesAreWhatWasSet(Stage stage) throws Exception {
    Message message = withAllTypes(stage.post().createMessage());
    message.setJMSCorrelationID("c");
    message.setJMSType("t");
    Set<String> names = new TreeSet<>();
    for (Object name : Stage.all(stage.pass(message).getPropertyNames())) {
      names.add((String) name);
    }
    names.removeIf(name -> name.startsWith("JMSX") || name.startsWith("JMS_"));
    assertEquals(new TreeSet<>(ALL_TYPES.keySet()), names);
  }

  @Demand(
      section = "3.5.7",
      text = "clearProperties leaves none, makes them writable and keeps the body.")
  void clearedPropertiesAreGoneAndWritable(Stage stage) throws Exception {
    TextMessage received =
        (TextMessage) stage.pass(withAllTypes(stage.post().createTextMessage("body")));
    received.clearProperties();
    assertFalse(received.propertyExists("int"));
    received.setIntProperty("int", 9);
    assertEquals(9, received.getIntProperty("int"));
    assertEquals("body", received.getText());
    assertThrows(MessageNotWriteableException.class, () -> received.setText("other"));
  }

  @Demand(
      section = "3.5.8",
      text = "A property that was never set is read as null, and as valueOf(null) by other types.")
  void absentPropertiesAreNull(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    assertNull(message.getStringProperty("absent"));
    assertNull(message.getObjectProperty("absent"));
    assertFalse(message.propertyExists("absent"));
    assertFalse(message.getBooleanProperty("absent"));
    assertThrows(NumberFormatException.class, () -> message.getIntProperty("absent"));
    assertThrows(NumberFormatException.class, () -> message.getLongProperty("absent"));
    assertThrows(NullPointerException.class, () -> message.getFloatProperty("absent"));
    assertThrows(NullPointerException.class, () -> message.getDoubleProperty("absent"));
  }

  @Demand(section = "3.5.9", text = "JMSXGroupID and JMSXGroupSeq are supported.")
  void groupPropertiesAreSupported(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    message.setStringProperty("JMSXGroupID", "g");
    message.setIntProperty("JMSXGroupSeq", 7);
    Message received = stage.pass(message);
    assertEquals("g", received.getStringProperty("JMSXGroupID"));
    assertEquals(7, received.getIntProperty("JMSXGroupSeq"));
  }

  @Demand(
      section = "3.5.9",
      text = "The meta data name JMSXDeliveryCount, JMSXGroupID and JMSXGroupSeq.")
  void metaDataNamesTheSupportedProperties(Stage stage) throws Exception {
    List<Object> names = Stage.all(stage.connection().getMetaData().getJMSXPropertyNames());
    assertTrue(names.containsAll(List.of("JMSXDeliveryCount", "JMSXGroupID", "JMSXGroupSeq")));
  }

  @Demand(
      section = "3.5.9",
      text = "A selector may name a JMSX property that the message does not have: it is null.")
  void absentJmsxPropertiesAreNullInSelectors(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    MessageConsumer consumer =
        stage.session().createConsumer(queue, "JMSXUserID IS NULL AND JMSXGroupSeq IS NULL");
    Stage.expect(consumer, "x");
  }

  @Demand(
      section = "3.5.11",
      text = "JMSXDeliveryCount is 1 at first and at least 2 when JMSRedelivered is set.")
  void deliveryCountGrowsWithRedelivery(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createConsumer(queue);
    for (int count = 1; count <= 3; count++) {
      Message message = Stage.take(consumer);
      assertEquals(count, message.getIntProperty("JMSXDeliveryCount"));
      assertEquals(count > 1, message.getJMSRedelivered());
      session.rollback();
    }
  }

  @Demand(section = "3.6", text = "Under automatic acknowledgment, acknowledge is ignored.")
  void acknowledgeIsIgnoredWhenAutomatic(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    MessageConsumer consumer = stage.session().createConsumer(queue);
    Stage.take(consumer).acknowledge();
    Stage.expect(consumer, "2");
    stage.holds(queue);
  }
}
