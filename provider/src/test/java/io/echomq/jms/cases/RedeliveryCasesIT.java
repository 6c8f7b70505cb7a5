package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertDelivery;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which messages come again after rollback, recover and close, and how they are marked. */
@WithServer
class RedeliveryCasesIT {
  private static final String SHORT = "lease=1500ms&beat=50ms";

  @ParameterizedTest
  @ValueSource(ints = {Session.SESSION_TRANSACTED, Session.CLIENT_ACKNOWLEDGE})
  void whatWasOnlyPrefetchedIsNotRedeliveredWithWhatWasDelivered(int mode, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("prefetched-" + mode);
      scene.sendNumbers(queue, 5);
      Session session = scene.session(mode);
      MessageConsumer consumer = session.createConsumer(queue);
      assertFresh("1", consumer.receive(SOON));
      takeBack(session);
      assertDelivery("1", 2, consumer.receive(SOON));
      for (int i = 2; i <= 5; i++) {
        assertFresh(Integer.toString(i), consumer.receive(SOON));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Session.SESSION_TRANSACTED, Session.CLIENT_ACKNOWLEDGE})
  void aGrownBufferKeepsOrderAndCountsToo(int mode, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("grown-" + mode);
      scene.sendNumbers(queue, 200);
      Session session = scene.session(mode);
      MessageConsumer consumer = session.createConsumer(queue);
      Message last = null;
      for (int i = 1; i <= 120; i++) {
        last = assertFresh(Integer.toString(i), consumer.receive(SOON));
      }
      settle(session, last);
      assertFresh("121", consumer.receive(SOON));
      assertFresh("122", consumer.receive(SOON));
      takeBack(session);
      assertDelivery("121", 2, consumer.receive(SOON));
      assertDelivery("122", 2, consumer.receive(SOON));
      for (int i = 123; i <= 200; i++) {
        assertFresh(Integer.toString(i), consumer.receive(SOON));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Session.SESSION_TRANSACTED, Session.CLIENT_ACKNOWLEDGE})
  void everyRollbackCountsOnce(int mode, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("counted-" + mode);
      scene.send(queue, "a", "b");
      Session session = scene.session(mode);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int count = 1; count <= 4; count++) {
        assertDelivery("a", count, consumer.receive(SOON));
        assertDelivery("b", count, consumer.receive(SOON));
        takeBack(session);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    Session.CLIENT_ACKNOWLEDGE + ", session",
    Session.CLIENT_ACKNOWLEDGE + ", connection",
    Session.SESSION_TRANSACTED + ", session",
    Session.SESSION_TRANSACTED + ", connection"
  })
  void whatACloseLeavesUnacknowledgedComesAgainLongBeforeItsLeaseEnds(
      int mode, String closed, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("closed-" + mode + closed);
      scene.send(queue, "held", "buffered");
      Connection connection = scene.connection();
      Session session = connection.createSession(mode);
      assertFresh("held", session.createConsumer(queue).receive(SOON));
      if (closed.equals("session")) {
        session.close();
      } else {
        connection.close();
      }
      MessageConsumer next = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertDelivery("held", 2, next.receive(SOON));
      assertFresh("buffered", next.receive(SOON));
      assertNothingComes(next);
    }
  }

  @Test
  void aConsumerClosedBeforeTheRollbackGivesItsMessagesBackInOrder(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("closed-consumer-rollback");
      scene.send(queue, "1", "2", "3");
      Session session = scene.session(Session.SESSION_TRANSACTED);
      receiveTwoAndClose(session, queue);
      session.rollback();
      MessageConsumer next = session.createConsumer(queue);
      assertDelivery("1", 2, next.receive(SOON));
      assertDelivery("2", 2, next.receive(SOON));
      assertFresh("3", next.receive(SOON));
    }
  }

  @Test
  void aConsumerClosedBeforeTheCommitHasConsumedItsMessages(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("closed-consumer-commit");
      scene.send(queue, "1", "2", "3");
      Session session = scene.session(Session.SESSION_TRANSACTED);
      receiveTwoAndClose(session, queue);
      session.commit();
      MessageConsumer next = session.createConsumer(queue);
      assertFresh("3", next.receive(SOON));
      assertNothingComes(next, 2_000);
    }
  }

  @Test
  void aConsumerClosedBeforeRecoverGivesItsMessagesBackInOrder(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("closed-consumer-recover");
      scene.send(queue, "1", "2");
      Session session = scene.session(Session.CLIENT_ACKNOWLEDGE);
      receiveTwoAndClose(session, queue);
      session.recover();
      MessageConsumer next = session.createConsumer(queue);
      assertDelivery("1", 2, next.receive(SOON));
      assertDelivery("2", 2, next.receive(SOON));
    }
  }

  @Test
  void acknowledgingTheEarliestAcknowledgesAllThatTheSessionHasConsumed(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue left = scene.queue("acknowledged-left");
      Queue right = scene.queue("acknowledged-right");
      scene.send(left, "l1", "l2", "l3");
      scene.send(right, "r1", "r2");
      Session session = scene.session(Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer fromLeft = session.createConsumer(left);
      MessageConsumer fromRight = session.createConsumer(right);
      Message earliest = assertFresh("l1", fromLeft.receive(SOON));
      assertFresh("r1", fromRight.receive(SOON));
      assertFresh("l2", fromLeft.receive(SOON));
      assertFresh("r2", fromRight.receive(SOON));
      earliest.acknowledge();
      session.close();
      Session other = scene.session(Session.AUTO_ACKNOWLEDGE);
      assertFresh("l3", other.createConsumer(left).receive(SOON));
      assertNothingComes(other.createConsumer(left), 2_000);
      assertNothingComes(other.createConsumer(right));
    }
  }

  @Test
  void recoverAfterAnAcknowledgeGivesBackOnlyWhatCameLater(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri(SHORT))) {
      Queue queue = scene.queue("recover-later");
      scene.send(queue, "1", "2");
      Session session = scene.session(Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(queue);
      consumer.receive(SOON).acknowledge();
      assertFresh("2", consumer.receive(SOON));
      session.recover();
      assertDelivery("2", 2, consumer.receive(SOON)).acknowledge();
      assertNothingComes(consumer);
      assertTrue(scene.browse(queue).isEmpty());
    }
  }

  private static void receiveTwoAndClose(Session session, Queue queue) throws JMSException {
    try (MessageConsumer consumer = session.createConsumer(queue)) {
      assertFresh("1", consumer.receive(SOON));
      assertFresh("2", consumer.receive(SOON));
    }
  }

  private static void takeBack(Session session) throws JMSException {
    if (session.getTransacted()) {
      session.rollback();
    } else {
      session.recover();
    }
  }

  private static void settle(Session session, Message last) throws JMSException {
    if (session.getTransacted()) {
      session.commit();
    } else {
      last.acknowledge();
    }
  }
}
