package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The server dies in the middle of two-phase commit, and its own transaction manager recovers after
 * the restart. Coins move from one queue to another; the ledger, a database, tells of each.
 */
interface CrashCases extends Sited {
  @Test
  default void aCrashAfterTheDecisionIsCommittedByRecovery() throws IOException {
    site().send("vault", "decided", 3);
    assertEquals("decided0", server().ask("transfer", "halt", "never"));
    crash("transfer", "halt", "commit");
    assertEquals(1, site().branches(), "nothing was prepared");
    server().start();
    awaitDecided();
    assertEquals(List.of("decided0", "decided1"), site().waiting("till"));
    site().awaitBooked("till", "decided", List.of("decided0#1", "decided1#1"));
    assertEquals(List.of("decided2"), site().waiting("vault"));
    assertEquals("decided2", server().ask("transfer", "halt", "never"));
  }

  @Test
  default void aCrashBeforeTheDecisionIsRolledBackByRecovery() throws IOException {
    site().send("risky", "undecided", 1);
    server().awaitCrash();
    assertEquals(1, site().branches(), "nothing was prepared");
    server().start();
    awaitDecided();
    site().awaitQuiet("risky");
    site().awaitBooked("RiskyBean", "undecided", List.of("undecided0#2"));
  }

  @Test
  default void aServerKilledUnderLoadLosesAndDoublesNothing() throws IOException {
    long before = site().size("confirmed", "pending");
    site().send("orders", "killed", 300);
    await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> site().size("confirmed", "pending") > before + 20);
    server().kill();
    server().start();
    awaitDecided();
    site().awaitQuiet("orders");
    assertEquals(300, site().booked("orders", "killed", 300).size());
    List<String> confirmed =
        site().waiting("confirmed").stream().filter(text -> text.startsWith("killed")).toList();
    assertEquals(300, confirmed.size());
    assertEquals(300, confirmed.stream().distinct().count());
  }

  private void crash(String verb, String... parameters) {
    assertThrows(IOException.class, () -> server().ask(verb, parameters));
    server().awaitCrash();
  }

  private void awaitDecided() {
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> site().branches() == 0);
  }
}
