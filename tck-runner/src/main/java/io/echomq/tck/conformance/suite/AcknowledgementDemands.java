package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

@Conformance
class AcknowledgementDemands {
  @Demand(
      section = "6.2.10",
      text = "AUTO_ACKNOWLEDGE and DUPS_OK_ACKNOWLEDGE acknowledge what receive returned.")
  void receiveAcknowledges(Stage stage) throws Exception {
    for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
      Queue queue = stage.queue();
      stage.send(queue, "1", "2");
      Session session = stage.session(mode);
      Stage.expect(session.createConsumer(queue), "1");
      session.close();
      Message next = Stage.take(stage.session().createConsumer(queue));
      assertEquals("2", Stage.text(next));
      assertFalse(next.getJMSRedelivered());
    }
  }

  @Demand(
      section = "6.2.10",
      text = "AUTO_ACKNOWLEDGE acknowledges a message when its listener has returned.")
  void listenersAcknowledge(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    session.createConsumer(queue).setMessageListener(message -> heard.add(message.toString()));
    stage.send(queue, "1", "2");
    Stage.take(heard);
    Stage.take(heard);
    session.close();
    stage.holds(queue);
  }

  @Demand(
      section = "6.2.10",
      text = "Acknowledging one message acknowledges all that its session has delivered.")
  void acknowledgeIsOfTheWholeSession(Stage stage) throws Exception {
    Queue one = stage.queue();
    Queue two = stage.queue();
    stage.send(one, "1", "2");
    stage.send(two, "3", "4");
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer first = session.createConsumer(one);
    MessageConsumer second = session.createConsumer(two);
    Message earliest = Stage.take(first);
    Stage.expect(second, "3", "4");
    Stage.expect(first, "2");
    earliest.acknowledge();
    session.close();
    stage.holds(one);
    stage.holds(two);
  }

  @Demand(section = "6.2.10", text = "What was delivered after an acknowledge is not acknowledged.")
  void laterMessagesAreNotAcknowledged(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(queue);
    Stage.take(consumer).acknowledge();
    Stage.expect(consumer, "2");
    session.close();
    stage.holds(queue, "2");
  }

  @Demand(
      section = "6.2.10",
      text = "recover restarts with the first unacknowledged message, in order, redelivered.")
  void recoverRestartsAfterTheLastAcknowledged(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2", "3", "4");
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(queue);
    Stage.take(consumer).acknowledge();
    Stage.expect(consumer, "2", "3");
    session.recover();
    for (String text : new String[] {"2", "3"}) {
      Message again = Stage.take(consumer);
      assertEquals(text, Stage.text(again));
      assertTrue(again.getJMSRedelivered());
      assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
    }
    Message fresh = Stage.take(consumer);
    assertEquals("4", Stage.text(fresh));
    assertFalse(fresh.getJMSRedelivered());
    assertEquals(1, fresh.getIntProperty("JMSXDeliveryCount"));
  }

  @Demand(
      section = "6.2.10",
      text = "A context in CLIENT_ACKNOWLEDGE acknowledges and recovers like a session.")
  void contextsAcknowledgeAndRecover(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2", "3");
    JMSContext context = stage.context(JMSContext.CLIENT_ACKNOWLEDGE);
    JMSConsumer consumer = context.createConsumer(queue);
    assertEquals("1", consumer.receiveBody(String.class, Stage.WAIT));
    context.acknowledge();
    assertEquals("2", consumer.receiveBody(String.class, Stage.WAIT));
    context.recover();
    assertEquals("2", consumer.receiveBody(String.class, Stage.WAIT));
    assertEquals("3", consumer.receiveBody(String.class, Stage.WAIT));
    context.acknowledge();
    context.close();
    stage.holds(queue);
  }

  @Demand(
      section = "6.2.10",
      text = "A listener in CLIENT_ACKNOWLEDGE may acknowledge, and recover its session.")
  void listenersRecover(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                int count = message.getIntProperty("JMSXDeliveryCount");
                heard.add(Stage.text(message) + " " + count);
                if (count == 1) {
                  session.recover();
                } else {
                  message.acknowledge();
                }
              } catch (Exception e) {
                heard.add(e.toString());
              }
            });
    stage.send(queue, "1");
    assertEquals("1 1", Stage.take(heard));
    assertEquals("1 2", Stage.take(heard));
    stage.send(queue, "2");
    assertEquals("2 1", Stage.take(heard));
    assertEquals("2 2", Stage.take(heard));
    session.close();
    stage.holds(queue);
  }

  @Demand(section = "6.2.11", text = "An acknowledged message is never delivered again.")
  void acknowledgedMessagesNeverReturn(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(queue);
    Message message = Stage.take(consumer);
    message.acknowledge();
    message.acknowledge();
    session.recover();
    Stage.expectNothing(consumer);
  }

  @Demand(section = "6.2.12", text = "A send is received once.")
  void sendsAreReceivedOnce(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    stage.holds(queue, "x");
  }
}
