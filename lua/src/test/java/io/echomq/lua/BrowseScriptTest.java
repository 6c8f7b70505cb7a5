package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class BrowseScriptTest {
  @AutoClose private final Rig rig;

  BrowseScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void newestFirstWhateverThePriority() {
    String[] before = {"pending zset $D=-5 $A=0 $C=0 $B=5 $E=5"};
    rig.seed(before);
    assertEquals(List.of("$E", "$D", "$C", "$B", "$A"), rig.run("browse", 10, ""));
    assertEquals(List.of("$E", "$D"), rig.run("browse", 2, ""));
    assertEquals(List.of("$C", "$B"), rig.run("browse", 2, "$D"));
    assertEquals(List.of("$A"), rig.run("browse", 2, "$B"));
    assertEquals(List.of(), rig.run("browse", 2, "$A"));
    rig.holds(before);
  }

  @Test
  void anEmptyQueueAnswersNothing() {
    assertEquals(List.of(), rig.run("browse", 10, ""));
  }

  @Test
  void aLongRunIsCutAtTheMost() {
    for (int i = 0; i < 50; i++) {
      rig.jedis().zadd("emq:{q}:pending", 0, String.format("JOB%011d", i));
    }
    List<?> ids = (List<?>) rig.run("browse", 3, "");
    assertEquals(List.of("$9", "$8", "$7").size(), ids.size());
    assertTrue(ids.get(0).toString().endsWith("49"), ids.toString());
    assertEquals(
        ids.stream().sorted(java.util.Comparator.comparing(Object::toString).reversed()).toList(),
        ids);
  }
}
