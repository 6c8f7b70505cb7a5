package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertDelivery;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.Test;

/** {@code receiveNoWait} finds what is certainly there, the first time. */
@WithServer
class ReceiveCasesIT {
  private static final int ROUNDS = 100;

  @Test
  void receiveNoWaitOfAnOldConsumerFindsWhatWasJustSent(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-wait-old");
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      for (int i = 0; i < ROUNDS; i++) {
        assertNull(consumer.receiveNoWait());
        scene.send(queue, "m" + i);
        assertFresh("m" + i, consumer.receiveNoWait());
      }
    }
  }

  @Test
  void receiveNoWaitOfANewConsumerFindsIt(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-wait-new");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      for (int i = 0; i < ROUNDS; i++) {
        scene.send(queue, "m" + i);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
          assertFresh("m" + i, consumer.receiveNoWait());
        }
      }
    }
  }

  @Test
  void receiveNoWaitOfANewConnectionFindsIt(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-wait-connection");
      for (int i = 0; i < 20; i++) {
        scene.send(queue, "m" + i);
        try (JMSContext context = scene.factory().createContext()) {
          assertFresh("m" + i, context.createConsumer(queue).receiveNoWait());
        }
      }
    }
  }

  @Test
  void receiveNoWaitFindsWhatAnotherConsumersCloseGaveBack(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-wait-given-back");
      scene.sendNumbers(queue, 40);
      for (int i = 1; i <= 40; i++) {
        Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
        assertFresh(Integer.toString(i), session.createConsumer(queue).receiveNoWait());
        session.close();
      }
    }
  }

  @Test
  void receiveNoWaitFindsWhatARollbackGaveBack(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-wait-rollback");
      scene.send(queue, "m");
      Session session = scene.session(Session.SESSION_TRANSACTED);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int count = 1; count <= 5; count++) {
        assertDelivery("m", count, consumer.receiveNoWait());
        session.rollback();
      }
    }
  }

  @Test
  void receiveNoWaitFindsItsMatchAmongMany(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-wait-selector");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(queue, "wanted = TRUE");
      scene.sendNumbers(queue, 200);
      var wanted = scene.post().createTextMessage("wanted");
      wanted.setBooleanProperty("wanted", true);
      scene.post().createProducer(queue).send(wanted);
      assertFresh("wanted", consumer.receiveNoWait());
      assertFresh("1", session.createConsumer(queue).receive(SOON));
    }
  }
}
