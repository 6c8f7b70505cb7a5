package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

@Conformance
class ListenerDemands {
  /** Tells each message as its text and count, and throws at the first delivery of "bad". */
  private static MessageListener failingOnce(BlockingQueue<String> heard) {
    return message -> {
      String text;
      int count;
      try {
        text = Stage.text(message);
        count = message.getIntProperty("JMSXDeliveryCount");
        heard.add(text + " " + count + (message.getJMSRedelivered() ? " again" : ""));
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
      if (text.equals("bad") && count == 1) {
        throw new IllegalArgumentException("thrown by the listener of a test");
      }
    };
  }

  @Demand(section = "8.7", text = "Messages are delivered to a listener as they arrive, in order.")
  void listenersHearInOrder(Stage stage) throws Exception {
    Queue queue = stage.queue();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    MessageConsumer consumer = stage.session().createConsumer(queue);
    MessageListener listener = failingOnce(heard);
    assertNull(consumer.getMessageListener());
    consumer.setMessageListener(listener);
    assertSame(listener, consumer.getMessageListener());
    stage.send(queue, "1", "2", "3");
    for (int i = 1; i <= 3; i++) {
      assertEquals(i + " 1", Stage.take(heard));
    }
    JMSConsumer other = stage.context().createConsumer(stage.queue());
    other.setMessageListener(listener);
    assertSame(listener, other.getMessageListener());
  }

  @Demand(
      section = "8.7",
      text = "In automatic modes, what a listener throws at is redelivered at once.")
  void automaticModesRedeliver(Stage stage) throws Exception {
    for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
      Queue queue = stage.queue();
      BlockingQueue<String> heard = new LinkedBlockingQueue<>();
      Session session = stage.session(mode);
      session.createConsumer(queue).setMessageListener(failingOnce(heard));
      stage.send(queue, "bad", "good");
      assertEquals("bad 1", Stage.take(heard));
      assertEquals("bad 2 again", Stage.take(heard));
      assertEquals("good 1", Stage.take(heard));
      session.close();
      stage.holds(queue);
    }
  }

  @Demand(
      section = "8.7",
      text = "In CLIENT_ACKNOWLEDGE the next message follows; recover brings the first again.")
  void clientAcknowledgeGoesOn(Stage stage) throws Exception {
    Queue queue = stage.queue();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    session.createConsumer(queue).setMessageListener(failingOnce(heard));
    stage.send(queue, "bad", "good");
    assertEquals("bad 1", Stage.take(heard));
    assertEquals("good 1", Stage.take(heard));
    assertNull(heard.poll(Stage.QUIET, TimeUnit.MILLISECONDS));
    session.close();
    stage.holds(queue, "bad", "good");
  }

  @Demand(
      section = "8.7",
      text = "In a transaction the next message follows; nothing is rolled back by itself.")
  void transactionsGoOn(Stage stage) throws Exception {
    Queue queue = stage.queue();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageListener failing = failingOnce(heard);
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                if (Stage.text(message).equals("good")) {
                  session.commit();
                }
              } catch (JMSException e) {
                throw new IllegalStateException(e);
              }
              failing.onMessage(message);
            });
    stage.send(queue, "bad", "good");
    assertEquals("bad 1", Stage.take(heard));
    assertEquals("good 1", Stage.take(heard));
    session.close();
    stage.holds(queue);
  }

  @Demand(section = "8.7", text = "A listener of a context works like any other.")
  void contextsHaveListeners(Stage stage) throws Exception {
    Queue queue = stage.queue();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    JMSContext context = stage.context();
    context.createConsumer(queue).setMessageListener(failingOnce(heard));
    stage.send(queue, "bad", "good");
    assertEquals("bad 1", Stage.take(heard));
    assertEquals("bad 2 again", Stage.take(heard));
    assertEquals("good 1", Stage.take(heard));
  }

  @Demand(
      section = "8.8",
      text =
          "A listener may close its own consumer: it ends normally, its message is acknowledged.")
  void listenersMayCloseTheirConsumer(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    Session session = stage.session();
    MessageConsumer consumer = session.createConsumer(queue);
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    consumer.setMessageListener(
        message -> {
          try {
            consumer.close();
            heard.add(Stage.text(message));
          } catch (JMSException e) {
            heard.add(e.toString());
          }
        });
    assertEquals("1", Stage.take(heard));
    session.close();
    assertTrue(heard.isEmpty(), heard::toString);
    stage.holds(queue, "2");
  }

  @Demand(
      section = "8.8",
      text = "Closing a consumer changes nothing of what it has delivered: acknowledged later.")
  void closedConsumersMessagesAreAcknowledged(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2", "3");
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(queue);
    Message first = Stage.take(consumer);
    Stage.expect(consumer, "2");
    consumer.close();
    first.acknowledge();
    session.close();
    stage.holds(queue, "3");
  }

  @Demand(
      section = "8.8",
      text = "Closing a consumer changes nothing of its transaction: committed or rolled back.")
  void closedConsumersMessagesAreCommittedOrRolledBack(Stage stage) throws Exception {
    for (boolean commit : new boolean[] {true, false}) {
      Queue queue = stage.queue();
      stage.send(queue, "1", "2");
      Session session = stage.session(Session.SESSION_TRANSACTED);
      MessageConsumer consumer = session.createConsumer(queue);
      Stage.expect(consumer, "1");
      consumer.close();
      if (commit) {
        session.commit();
        stage.holds(queue, "2");
      } else {
        session.rollback();
        stage.holds(queue, "1", "2");
      }
    }
  }

  @Demand(section = "8.7", text = "Listeners of topic subscriptions are treated the same.")
  void topicsHaveListeners(Stage stage) throws Exception {
    Topic topic = stage.topic();
    BlockingQueue<String> plain = new LinkedBlockingQueue<>();
    BlockingQueue<String> shared = new LinkedBlockingQueue<>();
    stage.session().createConsumer(topic).setMessageListener(failingOnce(plain));
    stage
        .session()
        .createSharedConsumer(topic, Stage.name())
        .setMessageListener(failingOnce(shared));
    stage.send(topic, "bad", "good");
    for (BlockingQueue<String> heard : List.of(plain, shared)) {
      assertEquals("bad 1", Stage.take(heard));
      assertEquals("bad 2 again", Stage.take(heard));
      assertEquals("good 1", Stage.take(heard));
    }
  }
}
