package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

@Conformance
class AsyncSendDemands {
  /** What was told, in order; and what is to be done at each completion. */
  private static final class Heard implements CompletionListener {
    /** Work within a callback. */
    private interface Work {
      void run() throws Exception;
    }

    private final BlockingQueue<Message> completed = new LinkedBlockingQueue<>();
    private final BlockingQueue<Exception> failures = new LinkedBlockingQueue<>();
    private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    private final Work work;

    Heard() {
      this(() -> {});
    }

    Heard(Work work) {
      this.work = work;
    }

    @Override
    public void onCompletion(Message message) {
      threads.add(Thread.currentThread());
      try {
        work.run();
      } catch (Exception e) {
        failures.add(e);
      }
      completed.add(message);
    }

    @Override
    public void onException(Message message, Exception exception) {
      failures.add(exception);
    }
  }

  @Demand(
      section = "7.3.1",
      text = "onCompletion comes when the message is sent, as surely as by a synchronous send.")
  void completionComesAfterTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    Heard heard = new Heard();
    TextMessage message = session.createTextMessage("x");
    session.createProducer(queue).send(message, heard);
    assertSame(message, Stage.take(heard.completed));
    assertEquals(List.of(), List.copyOf(heard.failures));
    stage.holds(queue, "x");
  }

  @Demand(section = "7.3", text = "All four asynchronous sends, and setAsync, call back.")
  void everyAsynchronousSendCallsBack(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    Heard heard = new Heard();
    MessageProducer fixed = session.createProducer(queue);
    MessageProducer free = session.createProducer(null);
    int mode = DeliveryMode.NON_PERSISTENT;
    fixed.send(session.createTextMessage("1"), heard);
    fixed.send(session.createTextMessage("2"), mode, 4, 0, heard);
    free.send(queue, session.createTextMessage("3"), heard);
    free.send(queue, session.createTextMessage("4"), mode, 4, 0, heard);
    for (int i = 1; i <= 4; i++) {
      assertEquals(Integer.toString(i), Stage.text(Stage.take(heard.completed)));
    }
    JMSContext context = stage.context();
    JMSProducer producer = context.createProducer().setAsync(heard);
    assertSame(heard, producer.getAsync());
    producer.send(queue, "5");
    assertEquals("5", Stage.text(Stage.take(heard.completed)));
    stage.holds(queue, "1", "2", "3", "4", "5");
  }

  @Demand(
      section = "7.3.2",
      text = "What the call of send throws itself is not told to the listener as well.")
  void thrownExceptionsAreNotTold(Stage stage) throws Exception {
    Session session = stage.session();
    Heard heard = new Heard();
    MessageProducer producer = session.createProducer(stage.queue());
    assertThrows(MessageFormatException.class, () -> producer.send(null, heard));
    Message message = session.createMessage();
    assertThrows(IllegalArgumentException.class, () -> producer.send(message, null));
    producer.close();
    assertEquals(0, heard.completed.size() + heard.failures.size());
  }

  @Demand(section = "7.3.3", text = "Synchronous and asynchronous sends keep their common order.")
  void orderIsKeptOverBothKinds(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    Heard heard = new Heard();
    MessageProducer producer = session.createProducer(queue);
    String[] texts = new String[30];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = "m" + i;
      if (i % 3 == 0) {
        producer.send(session.createTextMessage(texts[i]));
      } else {
        producer.send(session.createTextMessage(texts[i]), heard);
      }
    }
    producer.close();
    stage.holds(queue, texts);
  }

  @Demand(
      section = "7.3.4",
      text = "close of producer, session or connection waits for all sends and their callbacks.")
  void closeWaitsForCallbacks(Stage stage) throws Exception {
    for (int way = 0; way < 3; way++) {
      Queue queue = stage.queue();
      Connection connection = stage.connection();
      Session session = connection.createSession();
      MessageProducer producer = session.createProducer(queue);
      Heard heard = new Heard();
      for (int i = 0; i < 20; i++) {
        producer.send(session.createTextMessage("x"), heard);
      }
      List.<AutoCloseable>of(producer, session, connection).get(way).close();
      assertEquals(20, heard.completed.size());
      assertEquals(0, heard.failures.size());
    }
  }

  @Demand(section = "7.3.4", text = "commit and rollback wait for all sends and their callbacks.")
  void commitAndRollbackWaitForCallbacks(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(queue);
    Heard heard = new Heard();
    producer.send(session.createTextMessage("rolled back"), heard);
    session.rollback();
    assertEquals(1, heard.completed.size());
    producer.send(session.createTextMessage("committed"), heard);
    session.commit();
    assertEquals(2, heard.completed.size());
    assertEquals(List.of(), List.copyOf(heard.failures));
    stage.holds(queue, "committed");
  }

  @Demand(
      section = "7.3.4",
      text =
          "A callback that closes its producer, session or connection gets"
              + " IllegalStateException.")
  void callbacksMayNotClose(Stage stage) throws Exception {
    for (int way = 0; way < 3; way++) {
      Connection connection = stage.connection();
      Session session = connection.createSession();
      MessageProducer producer = session.createProducer(stage.queue());
      AutoCloseable closed = List.<AutoCloseable>of(producer, session, connection).get(way);
      Heard heard = new Heard(closed::close);
      producer.send(session.createMessage(), heard);
      Stage.take(heard.completed);
      assertInstanceOf(IllegalStateException.class, Stage.take(heard.failures));
    }
  }

  @Demand(
      section = "7.3.4",
      text = "A callback that commits or rolls back its session gets IllegalStateException.")
  void callbacksMayNotCommit(Stage stage) throws Exception {
    for (boolean commit : new boolean[] {true, false}) {
      Session session = stage.session(Session.SESSION_TRANSACTED);
      Heard heard = new Heard(commit ? session::commit : session::rollback);
      session.createProducer(stage.queue()).send(session.createMessage(), heard);
      Stage.take(heard.completed);
      assertInstanceOf(IllegalStateException.class, Stage.take(heard.failures));
      JMSContext context = stage.context(JMSContext.SESSION_TRANSACTED);
      Heard other = new Heard(commit ? context::commit : context::rollback);
      context.createProducer().setAsync(other).send(stage.queue(), "x");
      Stage.take(other.completed);
      assertInstanceOf(IllegalStateRuntimeException.class, Stage.take(other.failures));
    }
  }

  @Demand(
      section = "7.3.4",
      text = "A callback that closes its context gets the runtime exception.")
  void callbacksMayNotCloseTheirContext(Stage stage) throws Exception {
    JMSContext context = stage.context();
    Heard heard = new Heard(context::close);
    context.createProducer().setAsync(heard).send(stage.queue(), "x");
    Stage.take(heard.completed);
    assertInstanceOf(IllegalStateRuntimeException.class, Stage.take(heard.failures));
  }

  @Demand(section = "7.3.6", text = "The headers that send sets are there when the callback comes.")
  void headersAreSetAtCompletion(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    Heard heard = new Heard();
    long before = System.currentTimeMillis();
    session.createProducer(queue).send(session.createMessage(), heard);
    Message sent = Stage.take(heard.completed);
    assertEquals(queue, sent.getJMSDestination());
    assertTrue(sent.getJMSMessageID().startsWith("ID:"));
    assertTrue(sent.getJMSTimestamp() >= before);
    Message received = Stage.take(session.createConsumer(queue));
    assertEquals(sent.getJMSMessageID(), received.getJMSMessageID());
  }

  @Demand(
      section = "7.3.8",
      text = "Callbacks come one at a time, in the order of the sends, on a thread of their own.")
  void callbacksAreSerialAndOrdered(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Heard heard =
        new Heard(
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.yield();
              running.decrementAndGet();
            });
    MessageProducer one = session.createProducer(queue);
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      sent.add("m" + i);
      one.send(session.createTextMessage("m" + i), heard);
    }
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      told.add(Stage.text(Stage.take(heard.completed)));
    }
    assertEquals(sent, told);
    assertEquals(1, most.get());
    for (Thread thread : heard.threads) {
      assertNotEquals(Thread.currentThread(), thread);
    }
  }

  @Demand(
      section = "7.3.2",
      text = "A send that fails throws, or calls onException, and never both or onCompletion.")
  void failuresAreToldOnce(Stage stage) throws Exception {
    Session owner = stage.session();
    TemporaryQueue gone = owner.createTemporaryQueue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(gone);
    gone.delete();
    Heard heard = new Heard();
    int told = 0;
    try {
      producer.send(session.createMessage(), heard);
    } catch (JMSException thrown) {
      told++;
    }
    session.close();
    assertEquals(1, told + heard.failures.size());
    assertEquals(0, heard.completed.size());
  }
}
