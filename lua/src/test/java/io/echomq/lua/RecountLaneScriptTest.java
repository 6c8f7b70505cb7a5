package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The recount of lanes by pages: list-flights and recount-lane. */
@WithServer
class RecountLaneScriptTest {
  private static final String[] FLIGHTS = {
    "job:$A hash attempts=1 group=%A payload=a state=active",
    "job:$B hash attempts=1 group=%A payload=b state=scheduled",
    "job:$C hash attempts=0 group=%A payload=c state=pending",
    "job:$D hash attempts=1 payload=d state=active",
    "active zset $A=now+30s $D=now+30s $E=now+30s",
    "g:%A:pending zset $C=0",
    "glimit hash %A=4",
    "jms:waits hash $B=%A"
  };

  @AutoClose private final Rig rig;

  RecountLaneScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void thePagesListWhatLanesHaveInFlightAndChangeNothing() {
    rig.seed(FLIGHTS);
    List<Object> listed = new ArrayList<>();
    String cursor = "a0";
    while (!cursor.isEmpty()) {
      List<?> page = (List<?>) rig.run("list-flights", cursor, 1);
      cursor = (String) page.get(0);
      listed.addAll((List<?>) page.get(1));
    }
    assertEquals(List.of("$A", "%A", "$B", "%A"), listed);
    rig.holds(FLIGHTS);
  }

  @Test
  void aCountThatIsTooHighIsPutRightAndTheLaneServedAgain() {
    rig.seed(FLIGHTS);
    rig.seed("gactive hash %A=5");
    assertEquals(1L, rig.run("recount-lane", "%A", 5, "$A", "$B"));
    assertEquals("2", rig.jedis().hget(Keyspace.key("gactive"), Keyspace.expand("%A")));
    assertEquals(List.of(Keyspace.expand("%A")), rig.jedis().lrange(Keyspace.key("ring"), 0, -1));
    assertEquals(0L, rig.run("recount-lane", "%A", 2, "$A", "$B"));
  }

  @Test
  void aLaneThatHasChangedSinceIsLeftAlone() {
    rig.seed(FLIGHTS);
    rig.seed("gactive hash %A=5");
    assertEquals(-1L, rig.run("recount-lane", "%A", 4, "$A", "$B"));
    assertEquals(-1L, rig.run("recount-lane", "%A", 5, "$A", "$C"));
    assertEquals(-1L, rig.run("recount-lane", "%A", 5, "$A", "$D"));
    assertEquals("5", rig.jedis().hget(Keyspace.key("gactive"), Keyspace.expand("%A")));
  }
}
