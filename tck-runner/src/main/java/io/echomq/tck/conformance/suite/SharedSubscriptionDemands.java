package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Subscriptions that consumers share, durable or not. */
@Conformance
class SharedSubscriptionDemands {
  /** What both take, until neither gets more. */
  private static List<String> takenBy(MessageConsumer... consumers) throws JMSException {
    List<String> taken = new ArrayList<>();
    int empty = 0;
    while (empty < consumers.length) {
      empty = 0;
      for (MessageConsumer consumer : consumers) {
        Message message = consumer.receive(Stage.QUIET);
        if (message == null) {
          empty++;
        } else {
          taken.add(Stage.text(message));
        }
      }
    }
    return taken;
  }

  private static String[] numbered(int count) {
    String[] texts = new String[count];
    Arrays.setAll(texts, i -> "m" + i);
    return texts;
  }

  @Demand(
      section = "8.3.2",
      text = "Each message of a shared subscription goes to one of its consumers.")
  void sharedConsumersShareTheWork(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = Stage.name();
    MessageConsumer one = stage.session().createSharedConsumer(topic, name);
    MessageConsumer two = stage.session().createSharedConsumer(topic, name);
    MessageConsumer apart = stage.session().createSharedConsumer(topic, Stage.name());
    String[] texts = numbered(12);
    stage.send(topic, texts);
    List<String> taken = takenBy(one, two);
    assertEquals(12, taken.size());
    assertEquals(new TreeSet<>(List.of(texts)), new TreeSet<>(taken));
    Stage.expect(apart, texts);
  }

  @Demand(
      section = "8.3.2",
      text = "A shared non-durable subscription ends with its last consumer, and what it held.")
  void sharedSubscriptionsEndWithTheirLastConsumer(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = Stage.name();
    Session session = stage.session();
    MessageConsumer one = session.createSharedConsumer(topic, name);
    MessageConsumer two = session.createSharedConsumer(topic, name);
    one.close();
    stage.send(topic, "kept");
    Stage.expect(two, "kept");
    stage.send(topic, "lost");
    two.close();
    stage.send(topic, "missed");
    MessageConsumer next = session.createSharedConsumer(topic, name);
    stage.send(topic, "x");
    Stage.expect(next, "x");
  }

  @Demand(
      section = "8.3.2",
      text = "While a shared subscription is active, another topic or selector is refused.")
  void activeSharedSubscriptionsStayAsTheyAre(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Topic other = stage.topic();
    String name = Stage.name();
    stage.session().createSharedConsumer(topic, name, "a = 1");
    Session session = stage.session();
    assertThrows(JMSException.class, () -> session.createSharedConsumer(other, name, "a = 1"));
    assertThrows(JMSException.class, () -> session.createSharedConsumer(topic, name, "a = 2"));
    assertThrows(JMSException.class, () -> session.createSharedConsumer(topic, name));
    JMSContext context = stage.context();
    assertThrows(JMSRuntimeException.class, () -> context.createSharedConsumer(topic, name));
    session.createSharedConsumer(topic, name, "a = 1").close();
  }

  @Demand(
      section = "8.3.2",
      text = "The client id, or that there is none, is part of what identifies a subscription.")
  void clientIdsTellSharedSubscriptionsApart(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = Stage.name();
    MessageConsumer nobodys = stage.session().createSharedConsumer(topic, name);
    MessageConsumer somebodys =
        stage.identified(Stage.name()).createSession().createSharedConsumer(topic, name);
    stage.send(topic, "x");
    Stage.expect(nobodys, "x");
    Stage.expect(somebodys, "x");
  }

  @Demand(section = "8.3.2", text = "Only what its selector matches is added to it.")
  void sharedSubscriptionsSelect(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.session();
    MessageConsumer consumer = session.createSharedConsumer(topic, Stage.name(), "i = 2");
    for (int i = 1; i <= 3; i++) {
      Message message = session.createTextMessage("m" + i);
      message.setIntProperty("i", i);
      session.createProducer(topic).send(message);
    }
    Stage.expect(consumer, "m2");
    Stage.expectNothing(consumer);
  }

  @Demand(
      section = "8.3.4",
      text = "A shared durable subscription needs no client id, and keeps what is published.")
  void sharedDurableSubscriptionsKeep(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = Stage.name();
    stage.session().createSharedDurableConsumer(topic, name).close();
    stage.send(topic, "1", "2");
    Session session = stage.session();
    MessageConsumer consumer = session.createSharedDurableConsumer(topic, name);
    Stage.expect(consumer, "1", "2");
    consumer.close();
    session.unsubscribe(name);
  }

  @Demand(section = "8.3.4", text = "Several consumers share what a durable subscription holds.")
  void sharedDurableConsumersShareTheWork(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = Stage.name();
    MessageConsumer one = stage.session().createSharedDurableConsumer(topic, name);
    MessageConsumer two = stage.session().createSharedDurableConsumer(topic, name);
    String[] texts = numbered(12);
    stage.send(topic, texts);
    List<String> taken = takenBy(one, two);
    assertEquals(12, taken.size());
    assertEquals(new TreeSet<>(List.of(texts)), new TreeSet<>(taken));
  }

  @Demand(
      section = "8.3.4",
      text = "Inactive, another topic or selector makes a new subscription of it.")
  void changedSharedDurableSubscriptionsBeginAnew(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Topic other = stage.topic();
    String name = Stage.name();
    Session session = stage.session();
    session.createSharedDurableConsumer(topic, name).close();
    stage.send(topic, "lost");
    MessageConsumer moved = session.createSharedDurableConsumer(other, name);
    stage.send(other, "here");
    Stage.expect(moved, "here");
    moved.close();
    stage.send(other, "lost");
    MessageConsumer selecting = session.createSharedDurableConsumer(other, name, "a IS NULL");
    stage.send(other, "x");
    Stage.expect(selecting, "x");
  }

  @Demand(section = "8.3.4", text = "Active, another topic or selector is refused.")
  void activeSharedDurableSubscriptionsStayAsTheyAre(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Topic other = stage.topic();
    String name = Stage.name();
    stage.session().createSharedDurableConsumer(topic, name);
    Session session = stage.session();
    assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(other, name));
    assertThrows(
        JMSException.class, () -> session.createSharedDurableConsumer(topic, name, "a = 1"));
    assertThrows(JMSException.class, () -> session.unsubscribe(name));
  }

  @Demand(
      section = "8.3.4",
      text = "A shared durable and a shared non-durable one of one name are separate.")
  void sharedDurableAndNonDurableAreSeparate(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = Stage.name();
    MessageConsumer durable = stage.session().createSharedDurableConsumer(topic, name);
    MessageConsumer fleeting = stage.session().createSharedConsumer(topic, name);
    stage.send(topic, "x");
    Stage.expect(durable, "x");
    Stage.expect(fleeting, "x");
  }

  @Demand(section = "8.3.4", text = "Contexts make all kinds of subscriptions, and delete them.")
  void contextsSubscribe(Stage stage) throws Exception {
    Topic topic = stage.topic();
    JMSContext context = stage.context();
    context.setClientID(Stage.name());
    JMSConsumer[] consumers = {
      context.createDurableConsumer(topic, "d"),
      context.createSharedDurableConsumer(topic, "sd"),
      context.createSharedConsumer(topic, "s"),
      context.createConsumer(topic)
    };
    stage.send(topic, "x");
    for (JMSConsumer consumer : consumers) {
      assertEquals("x", consumer.receiveBody(String.class, Stage.WAIT));
      consumer.close();
    }
    context.unsubscribe("d");
    context.unsubscribe("sd");
  }
}
