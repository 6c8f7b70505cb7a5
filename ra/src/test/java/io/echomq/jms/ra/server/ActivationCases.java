package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How beans name what they consume, and applications what they use. */
interface ActivationCases extends Sited {
  @Test
  default void queueAndFactoryAreFoundByTheLookupsOfTheStandard() throws IOException {
    site().send("found", "looked-up", 1);
    site().awaitBooked("LookupBean", "looked-up", List.of("looked-up0#1"));
  }

  @Test
  default void aTopicIsFoundByUseJndi() throws IOException {
    // A bean subscribes in its own time, and its subscription hears what is sent from then on.
    AtomicInteger sent = new AtomicInteger();
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              String text = "by-jndi" + sent.incrementAndGet() + ".";
              server().ask("price", "text", text, "kind", "tin");
              return !site().booked("JndiBean", "by-jndi").isEmpty();
            });
    String last = "by-jndi" + sent.get() + ".";
    site().awaitBooked("JndiBean", last, List.of(last + "#1"));
  }

  @Test
  default void aSelectorOfAQueueLeavesTheRestToOthers() throws IOException {
    try (JMSContext context = new EchoMQConnectionFactory(site().broker().uri()).createContext()) {
      Queue chosen = context.createQueue("chosen");
      context.createProducer().setProperty("kind", "tin").send(chosen, "tin");
      context.createProducer().setProperty("kind", "gold").send(chosen, "gold");
    }
    site().awaitBooked("SelectorBean", "", List.of("gold#1"));
    assertEquals(List.of("tin"), site().waiting("chosen"));
  }

  @Test
  default void anApplicationDefinesItsOwnFactoryAndQueue() throws IOException {
    server().ask("defined", "text", "own");
    site().awaitBooked("DefinedBean", "own", List.of("own#1"));
    assertEquals(0, site().size("defined", "pending"));
  }
}
