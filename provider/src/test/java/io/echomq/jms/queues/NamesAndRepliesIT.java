package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TransactionRolledBackException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options are no part of a name (hard cases, 27); replies to those who are gone (28). */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class NamesAndRepliesIT {
  @AutoClose private final Stage stage;

  NamesAndRepliesIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @Test
  void destinationAndReplyToTravelByTheirBareNames() throws JMSException {
    Session session = stage.sender();
    Queue withOptions = session.createQueue("q?maxLength=100&prefetch=5");
    Queue answers = session.createQueue("answers?maxDeliveries=3");
    Message sent = session.createTextMessage("x");
    sent.setJMSReplyTo(answers);
    session.createProducer(withOptions).send(sent);
    Message got = stage.session("").createConsumer(stage.queue("q")).receive(SOON);
    assertEquals(stage.queue("q"), got.getJMSDestination());
    assertEquals(stage.queue("q"), withOptions);
    assertEquals("q", withOptions.getQueueName());
    assertEquals("q", ((Queue) got.getJMSDestination()).getQueueName());
    assertEquals("answers", ((Queue) got.getJMSReplyTo()).getQueueName());
  }

  @Test
  void optionsDoNotMakeAnotherSubscription() throws JMSException {
    Session session = stage.session("clientId=c");
    MessageProducer producer = session.createProducer(session.createTopic("t"));
    producer.send(session.createTextMessage("before it was created"));
    session.createDurableSubscriber(session.createTopic("t?prefetch=3"), "s").close();
    producer.send(session.createTextMessage("kept"));
    // Made anew it would begin behind what is kept, or before what it never was to get.
    for (String options : new String[] {"from=now&maxDeliveries=4", "from=beginning", "last=9"}) {
      var again = session.createDurableSubscriber(session.createTopic("t?" + options), "s");
      assertEquals("kept", Stage.text(again.receive(SOON)), options);
      again.close();
      producer.send(session.createTextMessage("kept"));
    }
  }

  @Test
  void theReservedNameIsRefused() {
    assertThrows(InvalidDestinationException.class, () -> stage.sender().createQueue("_jms"));
    assertThrows(InvalidDestinationException.class, () -> stage.sender().createTopic("_jms"));
  }

  @Test
  void aReplyToWhoIsGoneFailsInEveryWayAndLeavesNoKey() throws Exception {
    Connection asking = stage.connection("");
    Session question = asking.createSession();
    TemporaryQueue inbox = question.createTemporaryQueue();
    Message sent = question.createTextMessage("question");
    sent.setJMSReplyTo(inbox);
    question.createProducer(stage.queue("q")).send(sent);
    Session answering = stage.session("");
    Message got = answering.createConsumer(stage.queue("q")).receive(SOON);
    MessageProducer reply = answering.createProducer(got.getJMSReplyTo());
    Session transacted = stage.session("", Session.SESSION_TRANSACTED);
    MessageProducer later = transacted.createProducer(got.getJMSReplyTo());
    later.send(transacted.createTextMessage("in a transaction that began before"));

    asking.close();

    assertThrows(
        InvalidDestinationException.class, () -> reply.send(answering.createTextMessage("late")));
    CompletableFuture<Exception> told = new CompletableFuture<>();
    reply.send(
        answering.createTextMessage("late"),
        new CompletionListener() {
          @Override
          public void onCompletion(Message message) {
            told.complete(null);
          }

          @Override
          public void onException(Message message, Exception exception) {
            told.complete(exception);
          }
        });
    assertInstanceOf(InvalidDestinationException.class, told.get(SOON, TimeUnit.MILLISECONDS));
    assertThrows(TransactionRolledBackException.class, transacted::commit);
    Set<String> left = stage.jedis.keys("emq:?_tmp.*");
    left.removeIf(key -> key.contains(":jms:sent:"));
    assertEquals(Set.of(), left);
  }
}
