package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class KeepEndsScriptTest {
  @AutoClose private final Rig rig;

  KeepEndsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void whoNamesItsEndsWritesThemAndReadsWhatStoodBefore() {
    assertEquals(List.of("", ""), rig.run("keep-ends", "graves", "", "take", 60_000));
    rig.holds("jms:ends hash~ deadLetterQueue=graves");
    assertEquals(List.of("graves", ""), rig.run("keep-ends", "tombs", "late", "take", 60_000));
    rig.holds("jms:ends hash~ deadLetterQueue=tombs expiryQueue=late");
  }

  @Test
  void whoOnlyReadsWritesNothing() {
    assertEquals(List.of("", ""), rig.run("keep-ends", "graves", "late", "", 60_000));
    rig.holds();
    rig.seed("jms:ends hash deadLetterQueue=graves");
    assertEquals(List.of("graves", ""), rig.run("keep-ends", "", "", "", 60_000));
    rig.holds("jms:ends hash deadLetterQueue=graves");
  }

  @Test
  void renewingLeavesWhatOthersHaveWrittenSince() {
    rig.seed("jms:ends hash deadLetterQueue=tombs");
    assertEquals(List.of("tombs", ""), rig.run("keep-ends", "graves", "", "keep", 60_000));
    rig.holds("jms:ends hash deadLetterQueue=tombs");
    rig.run("keep-ends", "tombs", "late", "keep", 60_000);
    rig.holds("jms:ends hash~ deadLetterQueue=tombs expiryQueue=late");
  }
}
