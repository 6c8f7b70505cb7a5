package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.tck.conformance.Stage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One message, and what selectors say of it. */
final class SelectorSample {
  private final Session session;
  private final Queue queue;
  private final Message message;

  SelectorSample(Stage stage) throws Exception {
    session = stage.session();
    queue = stage.queue();
    message = session.createTextMessage("sample");
  }

  Message message() {
    return message;
  }

  SelectorSample with(String name, Object value) throws Exception {
    message.setObjectProperty(name, value);
    return this;
  }

  SelectorSample sent() throws Exception {
    session.createProducer(queue).send(message);
    return this;
  }

  private Set<String> matchesOf(List<String> selectors) throws Exception {
    Set<String> matching = new TreeSet<>();
    for (String selector : selectors) {
      try (QueueBrowser browser = session.createBrowser(queue, selector)) {
        if (browser.getEnumeration().hasMoreElements()) {
          matching.add(selector);
        }
      }
    }
    return matching;
  }

  SelectorSample matches(String... selectors) throws Exception {
    assertEquals(new TreeSet<>(List.of(selectors)), matchesOf(List.of(selectors)));
    return this;
  }

  void doesNotMatch(String... selectors) throws Exception {
    assertEquals(Set.of(), matchesOf(List.of(selectors)));
  }
}
