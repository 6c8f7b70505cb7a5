package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selectors as a user meets them; their grammar has tests of its own. */
@WithServer
class SelectorCasesIT {
  private static final String PROBE = "selector-probe";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "absent <> 1 | false",
        "NOT (absent = 1) | false",
        "NOT (absent LIKE 'x%') | false",
        "absent NOT LIKE 'x%' | false",
        "absent NOT IN ('a') | false",
        "absent IS NULL OR absent = 1 | true",
        "absent IS NOT NULL | false",
        "JMSXDeliveryCount < 3 | false",
        "JMSXDeliveryCount IS NULL | true",
        "s2 > 1 | false",
        "s2 = 2 | false",
        "NOT (s2 = 2) | true",
        "s2 <> 2 | false",
        "l2 NOT IN ('a') | false",
        "l2 NOT LIKE 'a%' | false",
        "l2 = 2.0 | true",
        "l2 BETWEEN 1.5 AND 2 | true",
        "big = 9007199254740993 | true",
        "big = 9007199254740992 | false",
        "big > 9007199254740992 | true",
        "big <> 9007199254740994 | true",
        "pattern LIKE 'a.b[c]%' | true",
        "dots LIKE 'a.b[c]%' | false",
        "percent LIKE '50!%' ESCAPE '!' | true",
        "pattern LIKE '50!%' ESCAPE '!' | false",
        "quoted = 'it''s' | true",
        "quoted LIKE '%''s' | true",
        "lines LIKE 'one%two' | true",
        "lines LIKE 'one_two' | true",
        "JMSPriority = 4 AND JMSDeliveryMode = 'PERSISTENT' | true",
        "yes = TRUE AND NOT (yes = FALSE) | true",
        "yes | true",
        "d > 1 AND d < 1.75 | true"
      })
  void aSelectorMatchesAsThreeValuedLogicSays(String selector, boolean matches, TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue(PROBE);
      MessageProducer producer = scene.post().createProducer(queue);
      producer.send(probe(scene.post()));
      MessageConsumer consumer =
          scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue, selector);
      if (matches) {
        assertFresh("probe", consumer.receive(SOON));
      } else {
        assertNothingComes(consumer);
        consumer.close();
        MessageConsumer plain = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        assertFresh("probe", plain.receive(SOON));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a =",
        "a = 'x",
        "(a = 1",
        "a LIKE 5",
        "a BETWEEN 1",
        "1",
        "TRUE = 0",
        "TRUE AND 'x'"
      })
  void aBadSelectorFailsWhenConsumerBrowserOrSubscriptionIsCreated(
      String selector, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri("clientId=selector-cases"))) {
      Session session = scene.connection().createSession();
      Queue queue = session.createQueue("bad-selector");
      InvalidSelectorException refused =
          assertThrows(
              InvalidSelectorException.class, () -> session.createConsumer(queue, selector));
      assertTrue(
          refused.getMessage().matches("(?s).*\\d.*"),
          () -> "names no place: " + refused.getMessage());
      assertThrows(InvalidSelectorException.class, () -> session.createBrowser(queue, selector));
      assertThrows(
          InvalidSelectorException.class,
          () ->
              session.createDurableConsumer(
                  session.createTopic("bad-selector"), "sub", selector, false));
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {""})
  void anEmptySelectorIsNone(String selector, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("no-selector");
      scene.send(queue, "m");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(queue, selector);
      assertEquals(null, consumer.getMessageSelector());
      try (var browser = session.createBrowser(queue, selector)) {
        assertTrue(browser.getEnumeration().hasMoreElements());
      }
      assertFresh("m", consumer.receive(SOON));
    }
  }

  @Test
  void oneMatchBehindFiveThousandOthersComesSoonAndTheOthersStayAsTheyWere(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("five-thousand");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer picky = session.createConsumer(queue, "wanted = TRUE");
      fill(scene, queue, 5_000);
      assertNothingComes(picky);
      TextMessage wanted = scene.post().createTextMessage("wanted");
      wanted.setBooleanProperty("wanted", true);
      scene.post().createProducer(queue).send(wanted);
      assertFresh("wanted", picky.receive(SOON));
      MessageConsumer plain = session.createConsumer(queue);
      for (int i = 1; i <= 5_000; i++) {
        assertFresh(Integer.toString(i), plain.receive(SOON));
      }
      assertNothingComes(plain);
    }
  }

  @Test
  void consumersWithSelectorsShareAQueueWithAPlainOne(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("shared-by-selectors");
      MessageConsumer odd =
          scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue, "odd = TRUE");
      MessageConsumer even =
          scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue, "odd = FALSE");
      MessageProducer producer = scene.post().createProducer(queue);
      for (int i = 1; i <= 40; i++) {
        TextMessage message = scene.post().createTextMessage(Integer.toString(i));
        message.setBooleanProperty("odd", i % 2 == 1);
        producer.send(message);
      }
      for (int i = 2; i <= 40; i += 2) {
        assertFresh(Integer.toString(i), even.receive(SOON));
      }
      for (int i = 1; i <= 40; i += 2) {
        assertFresh(Integer.toString(i), odd.receive(SOON));
      }
    }
  }

  @Test
  void aBrowserShowsOnlyMatchesInOrder(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("browsed-selector");
      scene.post().createProducer(queue).send(probe(scene.post()));
      scene.send(queue, "plain");
      try (var browser = scene.post().createBrowser(queue, "l2 = 2")) {
        var shown = browser.getEnumeration();
        assertEquals("probe", ((Message) shown.nextElement()).getBody(String.class));
        assertEquals(false, shown.hasMoreElements());
      }
      assertEquals(2, scene.browse(queue).size());
    }
  }

  private static void fill(Scene scene, Queue queue, int count) throws JMSException {
    Session bulk = scene.session(Session.SESSION_TRANSACTED);
    MessageProducer producer = bulk.createProducer(queue);
    for (int i = 1; i <= count; i++) {
      producer.send(bulk.createTextMessage(Integer.toString(i)));
      if (i % 1_000 == 0) {
        bulk.commit();
      }
    }
  }

  private static TextMessage probe(Session session) throws JMSException {
    TextMessage message = session.createTextMessage("probe");
    message.setStringProperty("s2", "2");
    message.setLongProperty("l2", 2L);
    message.setLongProperty("big", 9_007_199_254_740_993L);
    message.setStringProperty("pattern", "a.b[c]d");
    message.setStringProperty("dots", "aXb[c]d");
    message.setStringProperty("percent", "50%");
    message.setStringProperty("quoted", "it's");
    message.setStringProperty("lines", "one\ntwo");
    message.setBooleanProperty("yes", true);
    message.setDoubleProperty("d", 1.5);
    return message;
  }
}
