package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;

@Conformance
class SelectorDemands {
  @Demand(
      section = "3.8.1",
      text = "Only messages whose headers and properties match are delivered; the rest stay.")
  void onlyMatchingMessagesAreDelivered(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    for (int i = 1; i <= 6; i++) {
      Message message = session.createTextMessage("m" + i);
      message.setIntProperty("i", i);
      producer.send(message);
    }
    MessageConsumer consumer = session.createConsumer(queue, "i > 2 AND i <> 5");
    Stage.expect(consumer, "m3", "m4", "m6");
    Stage.expectNothing(consumer);
    stage.holds(queue, "m1", "m2", "m5");
  }

  @Demand(section = "3.8.1.1", text = "An empty or null selector is none.")
  void emptySelectorsAreNone(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    Session session = stage.session();
    MessageConsumer empty = session.createConsumer(queue, "");
    Stage.expect(empty, "1");
    empty.close();
    Stage.expect(session.createConsumer(queue, null), "2");
  }

  @Demand(
      section = "3.8.1.1",
      text = "String literals hold doubled quotes; numbers are exact or approximate; TRUE, FALSE.")
  void literalsAreRead(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("s", "it's")
        .with("n", 57)
        .with("l", Long.MAX_VALUE)
        .with("d", -5790.0)
        .with("b", true)
        .sent()
        .matches(
            "s = 'it''s'",
            "n = 57 AND n = +57 AND n = 0x39",
            "l = 9223372036854775807",
            "d = -57.9E2",
            "n = 57. AND n = 5.7e1",
            "b = TRUE AND b <> FALSE",
            "b");
  }

  @Demand(
      section = "3.8.1.1",
      text = "Operators and literals are case insensitive, identifiers case sensitive.")
  void keywordsIgnoreCaseAndIdentifiersDoNot(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("word", "x")
        .with("yes", true)
        .sent()
        .matches("word lIKe 'x' aNd yes = trUE", "Word iS nULl")
        .doesNotMatch("WORD = 'x'", "word = 'X'");
  }

  @Demand(
      section = "3.8.1.1",
      text = "NOT binds closer than AND, AND closer than OR; parentheses change that.")
  void logicalPrecedenceIsKept(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("t", true)
        .with("f", false)
        .sent()
        .matches("t OR t AND f", "NOT f OR t", "NOT (t AND f)", "t AND NOT f")
        .doesNotMatch("(t OR t) AND f", "NOT t OR f", "NOT (f OR t)");
  }

  @Demand(
      section = "3.8.1.1",
      text = "Arithmetic has unary signs first, then * and /, then + and -, by Java's promotion.")
  void arithmeticIsThatOfJava(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("i", 7)
        .with("d", 7.0)
        .sent()
        .matches("1 + i * 2 = 15", "(1 + i) * 2 = 16", "-i + 8 = 1", "i / 2 = 3", "d / 2 = 3.5")
        .doesNotMatch("i / 2 = 3.5", "i - 2 - 2 = 7");
  }

  @Demand(
      section = "3.8.1.1",
      text = "Exact and approximate numbers compare; other unlike types never do.")
  void unlikeTypesAreNotEqual(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("s", "2")
        .with("l", 2L)
        .with("b", true)
        .sent()
        .matches("l = 2.0", "l < 2.5", "l >= 2")
        .doesNotMatch("s > 1", "s = 2", "b = 'true'", "l = '2'");
  }

  @Demand(section = "3.8.1.1", text = "BETWEEN includes both bounds; NOT BETWEEN is its negation.")
  void betweenIncludesItsBounds(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("age", 15)
        .sent()
        .matches("age BETWEEN 15 AND 19", "age BETWEEN 10 AND 15", "age NOT BETWEEN 16 AND 19")
        .doesNotMatch("age BETWEEN 16 AND 19", "age NOT BETWEEN 15 AND 19");
  }

  @Demand(section = "3.8.1.1", text = "IN is an or of equalities; of null it is unknown.")
  void inIsAnOrOfEqualities(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("country", "UK")
        .sent()
        .matches("country IN ('UK', 'US')", "country NOT IN ('Peru')")
        .doesNotMatch(
            "country IN ('Peru')",
            "country NOT IN ('US', 'UK')",
            "absent IN ('UK')",
            "absent NOT IN ('UK')");
  }

  @Demand(
      section = "3.8.1.1",
      text = "LIKE has _ for one and % for any characters, ESCAPE for both; the rest is literal.")
  void likeHasTwoWildcards(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("phone", "12993")
        .with("under", "_foo")
        .with("dots", "a.b[c]")
        .sent()
        .matches(
            "phone LIKE '12%3'",
            "phone LIKE '12__3'",
            "phone NOT LIKE '12_3'",
            "under LIKE '\\_%' ESCAPE '\\'",
            "dots LIKE 'a.b[c]'")
        .doesNotMatch(
            "phone LIKE '12%4'",
            "phone NOT LIKE '12%3'",
            "dots LIKE 'a_b\\_c]' ESCAPE '\\'",
            "dots LIKE 'a%x'",
            "absent LIKE '%'",
            "absent NOT LIKE 'x'");
  }

  @Demand(section = "3.8.1.1", text = "IS NULL and IS NOT NULL test headers and properties.")
  void nullTestsWorkOnHeadersAndProperties(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("p", "x")
        .sent()
        .matches("p IS NOT NULL", "q IS NULL", "JMSType IS NULL", "JMSMessageID IS NOT NULL")
        .doesNotMatch("p IS NULL", "q IS NOT NULL", "JMSCorrelationID IS NOT NULL");
  }

  @Demand(
      section = "3.8.1.1",
      text = "Mode, priority, id, timestamp, correlation id and type can be selected.")
  void headersCanBeSelected(Stage stage) throws Exception {
    SelectorSample sample = new SelectorSample(stage);
    sample.message().setJMSType("car");
    sample.message().setJMSCorrelationID("c1");
    sample
        .sent()
        .matches(
            "JMSType = 'car' AND JMSCorrelationID = 'c1'",
            "JMSPriority = 4 AND JMSDeliveryMode = 'PERSISTENT'",
            "JMSTimestamp = " + sample.message().getJMSTimestamp(),
            "JMSMessageID = '" + sample.message().getJMSMessageID() + "'")
        .doesNotMatch("JMSDeliveryMode = 'NON_PERSISTENT'", "JMSPriority > 4");
  }

  @Demand(
      section = "3.8.1.1",
      text = "A selector of wrong syntax is refused where it is presented, in every API.")
  void wrongSyntaxIsRefusedAtOnce(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession();
    JMSContext context = stage.context();
    for (String wrong :
        List.of("a =", "a LIKE", "= 1", "a IN ()", "a = 'x", "(a = 1", "LIKE = 1", "1 BETWEEN")) {
      assertThrows(
          InvalidSelectorException.class, () -> session.createConsumer(queue, wrong), wrong);
      assertThrows(
          InvalidSelectorException.class, () -> session.createBrowser(queue, wrong), wrong);
      assertThrows(
          InvalidSelectorException.class,
          () -> session.createDurableConsumer(topic, "n", wrong, false),
          wrong);
      assertThrows(
          InvalidSelectorRuntimeException.class, () -> context.createConsumer(queue, wrong), wrong);
    }
  }

  @Demand(
      section = "3.8.1.2",
      text = "Comparison and arithmetic with null are unknown, and unknown does not match.")
  void nullIsUnknown(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("t", true)
        .sent()
        .matches("absent = 1 OR t", "NOT (absent = 1 AND NOT t)", "absent IS NULL")
        .doesNotMatch(
            "absent <> 1",
            "NOT (absent = 1)",
            "absent + 1 = 1",
            "absent = 1 AND t",
            "absent = 1 OR NOT t",
            "absent BETWEEN 0 AND 1",
            "NOT absent");
  }

  @Demand(
      section = "3.8.1.3",
      text = "JMSDeliveryMode has the values 'PERSISTENT' and 'NON_PERSISTENT' in selectors.")
  void deliveryModesAreWords(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.send(session.createTextMessage("p"));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    producer.send(session.createTextMessage("n"));
    Stage.expect(session.createConsumer(queue, "JMSDeliveryMode = 'NON_PERSISTENT'"), "n");
    Stage.expect(session.createConsumer(queue, "JMSDeliveryMode = 'PERSISTENT'"), "p");
  }

  @Demand(section = "3.8.1.3", text = "There are no comments in selectors.")
  void commentsAreRefused(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    for (String comment : List.of("a = 1 -- that is all", "a = /* one */ 1")) {
      assertThrows(
          InvalidSelectorException.class, () -> session.createConsumer(queue, comment), comment);
    }
  }

  @Demand(section = "3.8.1.1", text = "The body of a message cannot be selected.")
  void bodiesCannotBeSelected(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    var map = session.createMapMessage();
    map.setString("field", "x");
    session.createProducer(queue).send(map);
    try (QueueBrowser browser = session.createBrowser(queue, "field = 'x'")) {
      assertEquals(List.of(), Stage.all(browser.getEnumeration()));
    }
  }

  @Demand(
      section = "3.8.1.1",
      text = "Blanks, tabs, form feeds and line ends may stand between the words.")
  void whitespaceIsThatOfJava(Stage stage) throws Exception {
    new SelectorSample(stage)
        .with("a", 1)
        .with("s", "x y")
        .sent()
        .matches("\ta\f=\n1\r\nAND  s='x y'")
        .doesNotMatch("s = 'x  y'");
  }
}
