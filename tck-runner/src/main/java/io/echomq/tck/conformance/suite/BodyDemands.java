package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

@Conformance
class BodyDemands {
  @Demand(
      section = "3.9",
      text = "A message may be changed and sent again; what was sent before is not affected.")
  void sentMessagesAreCopies(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    TextMessage message = session.createTextMessage("1");
    message.setIntProperty("n", 1);
    producer.send(message);
    String first = message.getJMSMessageID();
    message.setText("2");
    message.setIntProperty("n", 2);
    producer.send(message);
    assertFalse(first.equals(message.getJMSMessageID()));
    MessageConsumer consumer = session.createConsumer(queue);
    for (int n = 1; n <= 2; n++) {
      Message received = Stage.take(consumer);
      assertEquals(Integer.toString(n), Stage.text(received));
      assertEquals(n, received.getIntProperty("n"));
    }
  }

  @Demand(
      section = "3.10",
      text = "A received message that was changed is redelivered as it was sent.")
  void redeliveryBringsTheOriginal(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "original");
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createConsumer(queue);
    TextMessage message = (TextMessage) Stage.take(consumer);
    message.clearBody();
    message.setText("changed");
    message.clearProperties();
    message.setStringProperty("p", "changed");
    session.rollback();
    Message again = Stage.take(consumer);
    assertEquals("original", Stage.text(again));
    assertFalse(again.propertyExists("p"));
  }

  @Demand(
      section = "3.11.1",
      text = "clearBody leaves the body as in a new message, writable, and keeps the properties.")
  void clearedBodiesAreNew(Stage stage) throws Exception {
    TextMessage sent = stage.post().createTextMessage("body");
    sent.setIntProperty("p", 1);
    TextMessage received = (TextMessage) stage.pass(sent);
    received.clearBody();
    assertNull(received.getText());
    received.setText("new");
    assertEquals("new", received.getText());
    assertEquals(1, received.getIntProperty("p"));
  }

  @Demand(
      section = "3.11.1",
      text = "A cleared body of bytes or of a stream is write-only, as in a new message.")
  void clearedStreamsAreWriteOnly(Stage stage) throws Exception {
    BytesMessage bytes = (BytesMessage) stage.pass(stage.post().createBytesMessage());
    bytes.clearBody();
    assertThrows(MessageNotReadableException.class, bytes::readByte);
    assertThrows(MessageNotReadableException.class, bytes::getBodyLength);
    StreamMessage stream = (StreamMessage) stage.pass(stage.post().createStreamMessage());
    stream.clearBody();
    assertThrows(MessageNotReadableException.class, stream::readObject);
  }

  @Demand(section = "3.11.2", text = "The body of a received message is read-only, for all types.")
  void receivedBodiesAreReadOnly(Stage stage) throws Exception {
    Session post = stage.post();
    TextMessage text = (TextMessage) stage.pass(post.createTextMessage("x"));
    assertThrows(MessageNotWriteableException.class, () -> text.setText("y"));
    MapMessage map = (MapMessage) stage.pass(post.createMapMessage());
    assertThrows(MessageNotWriteableException.class, () -> map.setInt("n", 1));
    ObjectMessage object = (ObjectMessage) stage.pass(post.createObjectMessage("x"));
    assertThrows(MessageNotWriteableException.class, () -> object.setObject("y"));
    BytesMessage bytes = (BytesMessage) stage.pass(post.createBytesMessage());
    assertThrows(MessageNotWriteableException.class, () -> bytes.writeInt(1));
    StreamMessage stream = (StreamMessage) stage.pass(post.createStreamMessage());
    assertThrows(MessageNotWriteableException.class, () -> stream.writeInt(1));
  }

  @Demand(section = "3.11", text = "All six types of messages arrive as the type that was sent.")
  void allTypesArrive(Stage stage) throws Exception {
    Session post = stage.post();
    assertEquals("x", Stage.text(stage.pass(post.createTextMessage("x"))));
    ObjectMessage object = (ObjectMessage) stage.pass(post.createObjectMessage(42));
    assertEquals(42, object.getObject());
    MapMessage map = post.createMapMessage();
    map.setLong("l", 1L);
    map.setBytes("b", new byte[] {1});
    MapMessage mapped = (MapMessage) stage.pass(map);
    assertEquals(1L, mapped.getObject("l"));
    assertArrayEquals(new byte[] {1}, mapped.getBytes("b"));
    StreamMessage stream = post.createStreamMessage();
    stream.writeChar('c');
    stream.writeString(null);
    StreamMessage streamed = (StreamMessage) stage.pass(stream);
    assertEquals('c', streamed.readChar());
    assertNull(streamed.readString());
    BytesMessage bytes = post.createBytesMessage();
    bytes.writeUTF("ü");
    BytesMessage read = (BytesMessage) stage.pass(bytes);
    assertEquals("ü", read.readUTF());
    Message plain = stage.pass(post.createMessage());
    assertFalse(plain instanceof TextMessage || plain instanceof BytesMessage);
  }

  @Demand(
      section = "3.11.3",
      text = "Fields are read as the wider types and as text; other conversions are refused.")
  void conversionsFollowTheTable(Stage stage) throws Exception {
    MapMessage map = stage.post().createMapMessage();
    map.setByte("byte", (byte) 1);
    map.setChar("char", 'c');
    map.setFloat("float", 1.5f);
    map.setString("word", "word");
    MapMessage read = (MapMessage) stage.pass(map);
    assertEquals(1L, read.getLong("byte"));
    assertEquals(1.5, read.getDouble("float"));
    assertEquals("c", read.getString("char"));
    assertThrows(MessageFormatException.class, () -> read.getInt("char"));
    assertThrows(MessageFormatException.class, () -> read.getLong("float"));
    assertThrows(MessageFormatException.class, () -> read.getBoolean("byte"));
    assertThrows(MessageFormatException.class, () -> read.getBytes("word"));
    assertThrows(NumberFormatException.class, () -> read.getInt("word"));
    assertFalse(read.getBoolean("word"));
  }

  @Demand(
      section = "3.11.3",
      text = "A null field is read as by valueOf(null); as a char, NullPointerException.")
  void nullFieldsAreReadAsNull(Stage stage) throws Exception {
    MapMessage map = (MapMessage) stage.pass(stage.post().createMapMessage());
    assertNull(map.getString("absent"));
    assertNull(map.getObject("absent"));
    assertNull(map.getBytes("absent"));
    assertFalse(map.getBoolean("absent"));
    assertThrows(NumberFormatException.class, () -> map.getInt("absent"));
    assertThrows(NullPointerException.class, () -> map.getChar("absent"));
  }

  @Demand(
      section = "3.11.3",
      text = "A read that throws leaves the position: the value can be read as another type.")
  void failedReadsLeaveThePosition(Stage stage) throws Exception {
    StreamMessage stream = stage.post().createStreamMessage();
    stream.writeString("word");
    stream.writeBoolean(true);
    StreamMessage read = (StreamMessage) stage.pass(stream);
    assertThrows(NumberFormatException.class, read::readInt);
    assertThrows(MessageFormatException.class, read::readChar);
    assertEquals("word", read.readString());
    assertThrows(MessageFormatException.class, read::readShort);
    assertTrue(read.readBoolean());
    assertThrows(MessageEOFException.class, read::readBoolean);
  }

  @Demand(
      section = "3.12",
      text = "A message of another implementation is accepted, and told its headers by the send.")
  void foreignMessagesAreAccepted(Stage stage) throws Exception {
    TextMessage own = stage.post().createTextMessage("foreign");
    own.setIntProperty("p", 3);
    own.setJMSCorrelationID("c");
    TextMessage foreign = disguised(TextMessage.class, own);
    Message received = stage.pass(foreign);
    assertEquals("foreign", Stage.text(received));
    assertEquals(3, received.getIntProperty("p"));
    assertEquals("c", received.getJMSCorrelationID());
    assertEquals(received.getJMSMessageID(), foreign.getJMSMessageID());
    assertEquals(received.getJMSDestination(), foreign.getJMSDestination());
    assertEquals(received.getJMSTimestamp(), foreign.getJMSTimestamp());
  }

  @Demand(section = "3.12", text = "Foreign messages of every type are accepted.")
  void foreignMessagesOfEveryTypeAreAccepted(Stage stage) throws Exception {
    Session post = stage.post();
    MapMessage map = post.createMapMessage();
    map.setString("s", "v");
    MapMessage mapped =
        assertInstanceOf(MapMessage.class, stage.pass(disguised(MapMessage.class, map)));
    assertEquals("v", mapped.getString("s"));
    ObjectMessage object = disguised(ObjectMessage.class, post.createObjectMessage(7));
    assertEquals(7, ((ObjectMessage) stage.pass(object)).getObject());
    StreamMessage stream = post.createStreamMessage();
    stream.writeInt(5);
    StreamMessage streamed = (StreamMessage) stage.pass(disguised(StreamMessage.class, stream));
    assertEquals(5, streamed.readInt());
    BytesMessage bytes = post.createBytesMessage();
    bytes.writeInt(6);
    BytesMessage read = (BytesMessage) stage.pass(disguised(BytesMessage.class, bytes));
    assertEquals(6, read.readInt());
  }

  /** The message behind an implementation that no provider knows. */
  private static <M extends Message> M disguised(Class<M> type, M message) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return method.invoke(message, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
    return type.cast(proxy);
  }

  @Demand(section = "3.12", text = "Objects are copied into a message and out of it.")
  void objectsAreCopied(Stage stage) throws Exception {
    ArrayList<String> list = new ArrayList<>(List.of("a"));
    ObjectMessage object = stage.post().createObjectMessage(list);
    list.add("b");
    assertEquals(List.of("a"), object.getObject());
    assertNotSame(object.getObject(), object.getObject());
    byte[] bytes = {1};
    MapMessage map = stage.post().createMapMessage();
    map.setBytes("b", bytes);
    bytes[0] = 2;
    assertArrayEquals(new byte[] {1}, map.getBytes("b"));
    map.getBytes("b")[0] = 3;
    assertArrayEquals(new byte[] {1}, map.getBytes("b"));
  }

  @Demand(
      section = "3.12",
      text = "Null is a value everywhere but in bytes, where it throws NullPointerException.")
  void nullIsAValueButInBytes(Stage stage) throws Exception {
    Session post = stage.post();
    assertNull(((TextMessage) stage.pass(post.createTextMessage(null))).getText());
    assertNull(((ObjectMessage) stage.pass(post.createObjectMessage(null))).getObject());
    MapMessage map = post.createMapMessage();
    map.setString("s", null);
    map.setObject("o", null);
    MapMessage mapped = (MapMessage) stage.pass(map);
    assertTrue(mapped.itemExists("s") && mapped.itemExists("o"));
    assertNull(mapped.getString("s"));
    BytesMessage bytes = post.createBytesMessage();
    assertThrows(NullPointerException.class, () -> bytes.writeObject(null));
    Message properties = post.createMessage();
    properties.setStringProperty("p", null);
    Message received = stage.pass(properties);
    assertTrue(received.propertyExists("p"));
    assertNull(received.getStringProperty("p"));
  }
}
