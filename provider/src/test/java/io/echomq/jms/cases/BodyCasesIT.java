package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertDelivery;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Message objects that are used again, foreign, cleared, or asked for the wrong body. */
@WithServer
class BodyCasesIT {

  @Test
  void oneMessageObjectMutatedAndSentAgainIsTwoMessages(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("mutated");
      MessageProducer producer = scene.post().createProducer(queue);
      TextMessage message = scene.post().createTextMessage("first");
      message.setStringProperty("p", "1");
      producer.send(message);
      String firstId = message.getJMSMessageID();
      message.setText("second");
      message.clearProperties();
      message.setStringProperty("p", "2");
      producer.send(message);
      assertNotEquals(firstId, message.getJMSMessageID());
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      Message first = assertFresh("first", consumer.receive(SOON));
      Message second = assertFresh("second", consumer.receive(SOON));
      assertEquals(firstId, first.getJMSMessageID());
      assertEquals("1", first.getStringProperty("p"));
      assertEquals(message.getJMSMessageID(), second.getJMSMessageID());
      assertEquals("2", second.getStringProperty("p"));
    }
  }

  @Test
  void aMessageMutatedBeforeTheCommitIsSentAsItWas(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("mutated-uncommitted");
      Session session = scene.session(Session.SESSION_TRANSACTED);
      MessageProducer producer = session.createProducer(queue);
      BytesMessage message = session.createBytesMessage();
      message.writeInt(1);
      producer.send(message);
      message.clearBody();
      message.writeInt(2);
      producer.send(message);
      session.commit();
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertEquals(1, ((BytesMessage) consumer.receive(SOON)).readInt());
      assertEquals(2, ((BytesMessage) consumer.receive(SOON)).readInt());
    }
  }

  @ParameterizedTest
  @MethodSource("io.echomq.jms.cases.ForeignMessages#types")
  void anEmptyMessageOfAnotherProviderIsAccepted(Class<? extends Message> type, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("foreign-" + type.getSimpleName());
      Message foreign = ForeignMessages.empty(type);
      scene.post().createProducer(queue).send(foreign);
      assertNotNull(foreign.getJMSMessageID(), "send did not set the message's id");
      Message received =
          scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).receive(SOON);
      assertInstanceOf(type, received);
      assertEquals(foreign.getJMSMessageID(), received.getJMSMessageID());
      assertEquals(queue, received.getJMSDestination());
      if (received instanceof TextMessage text) {
        assertNull(text.getText());
      } else if (received instanceof BytesMessage bytes) {
        assertEquals(0, bytes.getBodyLength());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Session.SESSION_TRANSACTED, Session.CLIENT_ACKNOWLEDGE})
  void aClearedMessageComesBackWithTheBodyThatWasSent(int mode, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("cleared-" + mode);
      TextMessage sent = scene.post().createTextMessage("as sent");
      sent.setIntProperty("n", 7);
      scene.post().createProducer(queue).send(sent);
      Session session = scene.session(mode);
      MessageConsumer consumer = session.createConsumer(queue);
      TextMessage received = (TextMessage) consumer.receive(SOON);
      received.clearBody();
      received.setText("changed");
      received.clearProperties();
      if (session.getTransacted()) {
        session.rollback();
      } else {
        session.recover();
      }
      Message again = assertDelivery("as sent", 2, consumer.receive(SOON));
      assertEquals(7, again.getIntProperty("n"));
    }
  }

  @Test
  void aBodyOfTheWrongTypeIsRefusedAndTheMessageIsStillThereNotRedelivered(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("wrong-type");
      scene.send(queue, "text", "next");
      JMSConsumer consumer = scene.context(JMSContext.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBody(Map.class, SOON));
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBody(byte[].class, SOON));
      Message message = consumer.receive(SOON);
      assertFresh("text", message);
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBodyNoWait(Integer.class));
      assertEquals("next", consumer.receiveBody(String.class, SOON));
      assertNull(consumer.receiveBodyNoWait(String.class));
    }
  }

  @Test
  void aPlainMessageHasNoBodyToReceiveAndStays(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-body");
      scene.post().createProducer(queue).send(scene.post().createMessage());
      JMSConsumer consumer = scene.context(JMSContext.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBody(String.class, SOON));
      assertThrows(
          MessageFormatRuntimeException.class,
          () -> consumer.receiveBody(Serializable.class, SOON));
      assertNotNull(consumer.receive(SOON));
    }
  }
}
