package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class BrowsePageScriptTest {
  @AutoClose private final Rig rig;

  BrowsePageScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void pagesInTheOrderOfConsumptionAndWritesNothing() {
    String[] before = {
      "job:$A hash attempts=0 payload=a state=pending",
      "job:$B hash attempts=2 payload=b returned=1 state=pending",
      "job:$C hash attempts=0 payload=0123456789 state=pending",
      "pending zset $B=-5 $A=0 $C=0 $D=1"
    };
    rig.seed(before);
    assertEquals(
        List.of(
            "0",
            "$A",
            List.of("$B", "-5", "pending", "2", "1", "b", "$A", "0", "pending", "0", "0", "a")),
        rig.run("browse-page", "", "", 2, 5, 1_000));
    assertEquals(
        List.of("", "", List.of("$C", "0", "pending", "0", "0", 10L)),
        rig.run("browse-page", 0, "$A", 3, 5, 1_000));
    rig.holds(before);
  }

  @Test
  void theCursorHoldsWhenItsMessageIsGone() {
    rig.seed("pending zset $A=0 $C=0 $D=0", "job:$C hash state=pending attempts=0 payload=c");
    List<?> page = (List<?>) rig.run("browse-page", 0, "$B", 1, 100, 1_000);
    assertEquals(List.of("0", "$C"), page.subList(0, 2));
    assertEquals("$C", ((List<?>) page.get(2)).get(0));
  }

  @Test
  void anActiveViewWithAPreparedMessageIsReadToItsEnd() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "job:$B hash state=active attempts=1 payload=b",
        "active zset $A=inf $B=inf");
    List<?> page = (List<?>) rig.runOn("browse-page", List.of("active"), "", "", 1, 100, 1_000);
    assertEquals(List.of("inf", "$A"), page.subList(0, 2));
    page = (List<?>) rig.runOn("browse-page", List.of("active"), "inf", "$A", 5, 100, 1_000);
    assertEquals(List.of("", "", List.of("$B", "inf", "active", "1", "0", "b")), page);
  }

  @Test
  void theByteBudgetEndsAPageAndTheNextGoesOn() {
    rig.seed(
        "job:$A hash state=dead attempts=1 payload=12345",
        "job:$B hash state=dead attempts=1 payload=12345",
        "dead zset $A=0 $B=0");
    List<?> page = (List<?>) rig.runOn("browse-page", List.of("dead"), "", "", 10, 100, 5);
    assertEquals(List.of("0", "$A"), page.subList(0, 2));
    page = (List<?>) rig.runOn("browse-page", List.of("dead"), 0, "$A", 10, 100, 5);
    assertEquals(List.of("", ""), page.subList(0, 2));
    assertEquals("$B", ((List<?>) page.get(2)).get(0));
  }
}
