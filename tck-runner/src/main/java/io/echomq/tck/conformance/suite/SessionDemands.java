package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@Conformance
class SessionDemands {
  @Demand(section = "6.2", text = "A session has the mode that it was made with, in every API.")
  void modesAreWhatWasAskedFor(Stage stage) throws Exception {
    Connection connection = stage.connection();
    assertEquals(Session.AUTO_ACKNOWLEDGE, connection.createSession().getAcknowledgeMode());
    for (int mode = Session.SESSION_TRANSACTED; mode <= Session.DUPS_OK_ACKNOWLEDGE; mode++) {
      Session session = connection.createSession(mode);
      assertEquals(mode, session.getAcknowledgeMode());
      assertEquals(mode == Session.SESSION_TRANSACTED, session.getTransacted());
      try (JMSContext context = stage.factory().createContext(mode)) {
        assertEquals(mode, context.getSessionMode());
        assertEquals(mode == JMSContext.SESSION_TRANSACTED, context.getTransacted());
      }
    }
    Session transacted = connection.createSession(true, Session.CLIENT_ACKNOWLEDGE);
    assertTrue(transacted.getTransacted());
    assertEquals(Session.SESSION_TRANSACTED, transacted.getAcknowledgeMode());
    assertFalse(connection.createSession(false, Session.CLIENT_ACKNOWLEDGE).getTransacted());
  }

  @Demand(section = "6.2", text = "A mode that does not exist is refused.")
  void unknownModesAreRefused(Stage stage) throws Exception {
    Connection connection = stage.connection();
    assertThrows(JMSException.class, () -> connection.createSession(-1));
    assertThrows(JMSException.class, () -> connection.createSession(false, 99));
    assertThrows(JMSRuntimeException.class, () -> stage.factory().createContext(-1));
  }

  @Demand(
      section = "6.2.2",
      text = "Temporary destinations are of the whole connection: any session of it may consume.")
  void temporaryDestinationsAreOfTheConnection(Stage stage) throws Exception {
    Connection connection = stage.connection();
    connection.start();
    Session maker = connection.createSession();
    Session other = connection.createSession();
    TemporaryQueue queue = maker.createTemporaryQueue();
    TemporaryTopic topic = maker.createTemporaryTopic();
    maker.close();
    MessageConsumer fromQueue = other.createConsumer(queue);
    MessageConsumer fromTopic = other.createConsumer(topic);
    stage.send(queue, "q");
    stage.send(topic, "t");
    Stage.expect(fromQueue, "q");
    Stage.expect(fromTopic, "t");
  }

  @Demand(section = "6.2.2", text = "Temporary destinations go with their connection.")
  void temporaryDestinationsGoWithTheirConnection(Stage stage) throws Exception {
    Connection connection = stage.connection();
    TemporaryQueue queue = connection.createSession().createTemporaryQueue();
    connection.close();
    assertThrows(InvalidDestinationException.class, () -> stage.send(queue, "too late"));
  }

  @Demand(
      section = "6.2.2",
      text = "A temporary destination with a consumer cannot be deleted; deleted, it is gone.")
  void temporaryDestinationsAreDeleted(Stage stage) throws Exception {
    Session session = stage.session();
    TemporaryQueue queue = session.createTemporaryQueue();
    MessageConsumer fromQueue = session.createConsumer(queue);
    assertThrows(JMSException.class, queue::delete);
    fromQueue.close();
    queue.delete();
    assertThrows(InvalidDestinationException.class, () -> stage.send(queue, "too late"));
    assertThrows(JMSException.class, () -> session.createConsumer(queue));
    TemporaryTopic topic = session.createTemporaryTopic();
    MessageConsumer fromTopic = session.createConsumer(topic);
    assertThrows(JMSException.class, topic::delete);
    fromTopic.close();
    topic.delete();
    assertThrows(JMSException.class, () -> session.createConsumer(topic));
  }

  @Demand(section = "6.2.4", text = "A message may be sent by another session than made it.")
  void messagesAreSentByAnySession(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Message message = stage.session().createTextMessage("x");
    stage.session().createProducer(queue).send(message);
    stage.holds(queue, "x");
  }

  @Demand(section = "6.2.6", text = "A second listener may be set while the context is delivering.")
  void furtherListenersMayBeSetWhileStarted(Stage stage) throws Exception {
    Queue first = stage.queue();
    Queue second = stage.queue();
    JMSContext context = stage.context();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    context.createConsumer(first).setMessageListener(message -> heard.add("first"));
    stage.send(first, "x");
    assertEquals("first", Stage.take(heard));
    context.createConsumer(second).setMessageListener(message -> heard.add("second"));
    stage.send(second, "x");
    assertEquals("second", Stage.take(heard));
  }

  @Demand(section = "6.2.13", text = "A session calls its listeners one after the other.")
  void listenersOfASessionAreSerial(Stage stage) throws Exception {
    Queue one = stage.queue();
    Queue two = stage.queue();
    Connection connection = stage.connection();
    Session session = connection.createSession();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(40);
    for (Queue queue : new Queue[] {one, two}) {
      session
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.yield();
                running.decrementAndGet();
                all.countDown();
              });
      for (int i = 0; i < 20; i++) {
        stage.send(queue, "m" + i);
      }
    }
    connection.start();
    assertTrue(all.await(Stage.WAIT, TimeUnit.MILLISECONDS));
    assertEquals(1, most.get());
  }

  @Demand(section = "6.2.14", text = "Listeners of two sessions run at the same time.")
  void listenersOfTwoSessionsAreConcurrent(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Connection connection = stage.connection();
    CountDownLatch both = new CountDownLatch(2);
    BlockingQueue<Boolean> met = new LinkedBlockingQueue<>();
    for (int i = 0; i < 2; i++) {
      connection
          .createSession()
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                both.countDown();
                try {
                  met.add(both.await(Stage.WAIT, TimeUnit.MILLISECONDS));
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
    }
    connection.start();
    stage.send(queue, "1", "2");
    assertTrue(Stage.take(met));
    assertTrue(Stage.take(met));
  }

  @Demand(
      section = "6.2.9.1",
      text = "What a session sends to a destination is received in the order of the sends.")
  void orderIsKept(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer one = session.createProducer(queue);
    MessageProducer two = session.createProducer(queue);
    String[] texts = new String[60];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = "m" + i;
      (i % 2 == 0 ? one : two).send(session.createTextMessage(texts[i]));
    }
    Stage.expect(stage.session().createConsumer(queue), texts);
  }

  @Demand(
      section = "6.2.9.2",
      text = "The sends of a transaction keep their order per destination.")
  void orderOfTransactionsIsKept(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(queue);
    for (int i = 1; i <= 4; i++) {
      producer.send(session.createTextMessage("m" + i));
      if (i % 2 == 0) {
        session.commit();
      }
    }
    stage.holds(queue, "m1", "m2", "m3", "m4");
  }

  @Demand(
      section = "6.2.9.2",
      text = "No NON_PERSISTENT message overtakes an earlier one of the same priority.")
  void orderOfNonPersistentMessagesIsKept(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    String[] texts = new String[60];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = "m" + i;
      producer.send(session.createTextMessage(texts[i]));
    }
    Stage.expect(stage.session().createConsumer(queue), texts);
  }

  @Demand(section = "6.2.9.1", text = "The same holds for topics, for each subscription.")
  void orderOfTopicsIsKept(Stage stage) throws Exception {
    Topic topic = stage.topic();
    MessageConsumer one = stage.session().createConsumer(topic);
    MessageConsumer two = stage.session().createSharedConsumer(topic, Stage.name());
    String[] texts = new String[60];
    Arrays.setAll(texts, i -> "m" + i);
    stage.send(topic, texts);
    Stage.expect(one, texts);
    Stage.expect(two, texts);
  }
}
