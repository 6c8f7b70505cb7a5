package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sending, message-driven beans and transactions of the container. */
interface MessagingCases extends Sited {
  @Test
  default void ordersAreBookedOnceInOneTransactionWithTheDatabase() throws IOException {
    site().awaitQuiet("orders"); // what other cases have sent
    long before = site().size("confirmed", "pending");
    server().ask("orders", "text", "plain", "count", "50");
    site().awaitQuiet("orders");
    List<String> booked = site().booked("orders", "plain", 50);
    assertEquals(50, booked.size());
    assertEquals(50, new HashSet<>(booked).size());
    assertTrue(booked.stream().allMatch(entry -> entry.endsWith("#1")), booked.toString());
    assertEquals(before + 50, site().size("confirmed", "pending"));
  }

  @Test
  default void aRolledBackOrderComesAgainAndIsDeadAtLast() throws IOException {
    site().awaitQuiet("orders"); // what other cases have sent
    long confirmed = site().size("confirmed", "pending");
    long dead = site().size("orders", "dead");
    server().ask("order", "text", "refused");
    await().atMost(Duration.ofMinutes(2)).until(() -> site().size("orders", "dead") == dead + 1);
    assertEquals(List.of(), site().booked("orders", "refused"));
    assertEquals(confirmed, site().size("confirmed", "pending"));
  }

  @Test
  default void aTransactionOfTheWebSendsWithItsCommitOnly() throws IOException {
    assertEquals("rolled back", server().ask("transaction", "text", "web-no", "commit", "false"));
    assertEquals("committed", server().ask("transaction", "text", "web-yes", "commit", "true"));
    site().awaitBooked("orders", "web", List.of("web-yes#1"));
    assertEquals(List.of("web-yes#0"), site().booked("desk", "web"));
  }

  @Test
  default void aQuestionIsAnsweredThroughATemporaryQueue() throws IOException {
    assertEquals("booked question", server().ask("ask", "text", "question"));
  }

  @Test
  default void aDurableTopicBeanGetsWhatItsSelectorWants() throws IOException {
    site().awaitSubscription("d:auditor:audit"); // by the bean, in its own time
    server().ask("price", "text", "tin", "kind", "tin");
    server().ask("price", "text", "gold", "kind", "gold");
    site().awaitBooked("AuditBean", "gold", List.of("gold#1"));
    assertEquals(List.of(), site().booked("AuditBean", "tin"));
  }
}
