package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

@Conformance
class QueueDemands {
  private static List<String> texts(QueueBrowser browser) throws JMSException {
    List<String> texts = new ArrayList<>();
    for (Object message : Stage.all(browser.getEnumeration())) {
      texts.add(Stage.text((Message) message));
    }
    return texts;
  }

  @Demand(section = "4.1.2", text = "Each message of a queue is delivered to one consumer only.")
  void eachMessageGoesToOneConsumer(Stage stage) throws Exception {
    Queue queue = stage.queue();
    MessageConsumer one = stage.session().createConsumer(queue);
    MessageConsumer two = stage.session().createConsumer(queue);
    Set<String> sent = new TreeSet<>();
    for (int i = 0; i < 20; i++) {
      sent.add("m" + i);
    }
    stage.send(queue, sent.toArray(String[]::new));
    List<String> taken = new ArrayList<>();
    for (int empty = 0; empty < 2; ) {
      empty = 0;
      for (MessageConsumer each : List.of(one, two)) {
        Message message = each.receive(Stage.QUIET);
        if (message == null) {
          empty++;
        } else {
          taken.add(Stage.text(message));
        }
      }
    }
    assertEquals(20, taken.size());
    assertEquals(sent, new TreeSet<>(taken));
  }

  @Demand(
      section = "4.1.2",
      text = "What a selector does not match stays, for other consumers and in its place.")
  void whatIsNotSelectedStays(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    MessageConsumer picky = stage.session().createConsumer(queue, "wanted = TRUE");
    Stage.expectNothing(picky);
    stage.holds(queue, "1", "2");
  }

  @Demand(section = "4.1.4", text = "A queue made of a queue's name is the same queue.")
  void namesIdentifyQueues(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Queue same = stage.session().createQueue(queue.getQueueName());
    assertEquals(queue, same);
    assertEquals(queue.getQueueName(), same.getQueueName());
    stage.send(queue, "x");
    stage.holds(same, "x");
  }

  @Demand(
      section = "4.1.5",
      text = "A temporary queue is unique, and only its own connection may consume from it.")
  void temporaryQueuesBelongToTheirConnection(Stage stage) throws Exception {
    Session session = stage.session();
    TemporaryQueue temporary = session.createTemporaryQueue();
    assertNotEquals(temporary.getQueueName(), session.createTemporaryQueue().getQueueName());
    Session foreign = stage.session();
    assertThrows(JMSException.class, () -> foreign.createConsumer(temporary));
    stage.send(temporary, "x");
    Stage.expect(session.createConsumer(temporary), "x");
  }

  @Demand(section = "4.1.6", text = "Browsing shows the messages in order and removes none.")
  void browsingRemovesNothing(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2", "3");
    try (QueueBrowser browser = stage.session().createBrowser(queue)) {
      assertEquals(List.of("1", "2", "3"), texts(browser));
      assertEquals(List.of("1", "2", "3"), texts(browser));
      assertEquals(queue, browser.getQueue());
      assertNull(browser.getMessageSelector());
    }
    stage.holds(queue, "1", "2", "3");
  }

  @Demand(section = "4.1.6", text = "A browser with a selector shows what it matches.")
  void browsersSelect(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    for (int i = 1; i <= 3; i++) {
      Message message = session.createTextMessage("m" + i);
      message.setIntProperty("i", i);
      producer.send(message);
    }
    try (QueueBrowser browser = session.createBrowser(queue, "i >= 2")) {
      assertEquals(List.of("m2", "m3"), texts(browser));
      assertEquals("i >= 2", browser.getMessageSelector());
    }
  }

  @Demand(section = "4.1.6", text = "No message is browsed before its delivery time.")
  void delayedMessagesAreNotBrowsed(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryDelay(60_000);
    producer.send(session.createTextMessage("later"));
    producer.setDeliveryDelay(0);
    producer.send(session.createTextMessage("now"));
    try (QueueBrowser browser = session.createBrowser(queue)) {
      assertEquals(List.of("now"), texts(browser));
    }
  }

  @Demand(section = "4.1.7", text = "QueueRequestor sends a request and returns the reply.")
  void queueRequestorReturnsTheReply(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session server = stage.session();
    server
        .createConsumer(queue)
        .setMessageListener(
            request -> {
              try (MessageProducer producer = server.createProducer(request.getJMSReplyTo())) {
                producer.send(server.createTextMessage("reply to " + Stage.text(request)));
              } catch (JMSException e) {
                throw new IllegalStateException(e);
              }
            });
    QueueConnection connection = stage.keep(stage.provider().queues().createQueueConnection());
    connection.start();
    QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
    QueueRequestor requestor = new QueueRequestor(session, queue);
    assertEquals("reply to it", Stage.text(requestor.request(session.createTextMessage("it"))));
    requestor.close();
  }
}
