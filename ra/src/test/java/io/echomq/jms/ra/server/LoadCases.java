package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What happens to the broker and to the application while orders come. */
interface LoadCases extends Sited {
  @Test
  default void aKilledBrokerComesBackAndNothingIsLostOrDoubled() throws IOException {
    server().ask("orders", "text", "storm", "count", "200");
    site().broker().kill();
    site().broker().restart();
    site().awaitQuiet("orders");
    everyOneOnce("storm", 200);
  }

  @Test
  default void aRedeploymentUnderLoadLosesAndDoublesNothing() throws IOException {
    site().send("orders", "redeployed-a", 300);
    CompletableFuture<Void> more =
        CompletableFuture.runAsync(() -> site().send("orders", "redeployed-b", 1500));
    // There is load: beans may be faster than the first sends, and are not faster than all.
    await().pollInterval(Duration.ofMillis(5)).until(() -> site().size("orders", "pending") > 0);
    server().redeploy();
    more.join();
    site().awaitQuiet("orders");
    everyOneOnce("redeployed-a", 300);
    everyOneOnce("redeployed-b", 1500);
  }

  @Test
  default void aBrokerThatIsDownAtDeploymentIsFoundWhenItIsUp() throws IOException {
    site().broker().stop();
    try {
      server().redeploy();
    } finally {
      site().broker().restart();
    }
    site().send("orders", "late", 1);
    site().awaitBooked("orders", "late", List.of("late0#1"));
    site().send("found", "late", 1);
    site().awaitBooked("LookupBean", "late", List.of("late0#1"));
  }

  /** The database and the confirmations both have each text once, and nobody else has any. */
  private void everyOneOnce(String prefix, int count) throws IOException {
    List<String> sent = IntStream.range(0, count).mapToObj(i -> prefix + i).sorted().toList();
    List<String> booked =
        site().booked("orders", prefix, count).stream()
            .map(entry -> entry.substring(0, entry.indexOf('#')))
            .sorted()
            .toList();
    assertEquals(sent, booked, "the database");
    List<String> confirmed =
        site().waiting("confirmed").stream()
            .filter(text -> text.startsWith(prefix))
            .sorted()
            .toList();
    assertEquals(sent, confirmed, "the confirmations");
  }
}
