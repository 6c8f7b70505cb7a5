package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Bounds of a queue that prepared branches send to. */
@WithServer
class BranchBoundsScriptTest {
  private static final String INDEX = "emq:{_jms}:jms:branches";

  @AutoClose private final Rig rig;

  BranchBoundsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void twoBranchesTogetherDoNotExceedTheBound() {
    assertEquals(1L, prepare("one", "v 0 - 3 0 fail", "$A", "$B"));
    assertTrue(refused("two", "v 0 - 3 0 fail", "$C", "$D").startsWith("EMQFULL"));
    assertEquals(1L, prepare("three", "v 0 - 3 0 fail", "$E"));
    decide("commit-branch", "one");
    assertTrue(refused("two", "v 0 - 3 0 fail", "$C").startsWith("EMQFULL"));
    decide("rollback-branch", "three");
    assertEquals(1L, prepare("two", "v 0 - 3 0 fail", "$C"));
  }

  @Test
  void bytesOfPreparedJobsCountToo() {
    assertEquals(1L, prepare("one", "v 0 - 0 12 fail", "$A"));
    assertTrue(refused("two", "v 0 - 0 12 fail", "$B").startsWith("EMQFULL"));
    decide("rollback-branch", "one");
    assertEquals(1L, prepare("two", "v 0 - 0 12 fail", "$B"));
  }

  @Test
  void aPlainSendFindsTheRoomOfAPreparedBranchTaken() {
    // stored without a bound: only what is in the sets tells of it
    rig.seed("job:$X hash attempts=0 payload=x state=pending", "pending zset $X=0");
    prepare("one", "v 0 - 2 0 fail", "$A");
    assertTrue(refused("two", "v 0 - 2 0 fail", "$B").startsWith("EMQFULL"));
  }

  @Test
  void nothingOfADecidedBranchStaysCounted() {
    prepare("one", "v 0 - 3 0 fail", "$A", "$B");
    decide("rollback-branch", "one");
    rig.jedis().del(INDEX, record("one") + ":done");
    rig.holds();
    prepare("two", "v 0 - 3 0 fail", "$A");
    decide("commit-branch", "two");
    rig.jedis().del(INDEX, record("two") + ":done");
    rig.holds(
        "job:$A hash attempts=0 payload=payload state=pending",
        "pending zset $A=0",
        "jms:sizes hash $A=7",
        "jms:bytes string 7",
        "wake list 1");
  }

  @Test
  void roomIsMadeWhenTheBranchIsCommittedAndNotBefore() {
    rig.seed(
        "job:$X hash attempts=0 payload=x state=pending",
        "job:$Y hash attempts=0 payload=y state=pending",
        "pending zset $X=0 $Y=0");
    prepare("one", "v 0 - 2 0 drop", "$Z");
    assertEquals(2, rig.jedis().zcard(Keyspace.key("pending")));
    decide("commit-branch", "one");
    assertEquals(
        List.of("$Y", "$Z"),
        rig.jedis().zrange(Keyspace.key("pending"), 0, -1).stream()
            .map(Keyspace::shorten)
            .toList());
    assertEquals("dead", rig.jedis().hget(Keyspace.key("job:$X"), "state"));
  }

  private Object prepare(String branch, String form, String... ids) {
    return rig.runOn("prepare-branch", keys(branch), arguments(branch, form, ids));
  }

  private String refused(String branch, String form, String... ids) {
    return rig.refusalOn("prepare-branch", keys(branch), arguments(branch, form, ids));
  }

  private void decide(String script, String branch) {
    rig.runOn(script, keys(branch), branch, 60_000, "");
  }

  private static Object[] arguments(String branch, String form, String... ids) {
    List<Object> args = new ArrayList<>(List.of(branch, 1, 0, ids.length));
    for (String id : ids) {
      args.addAll(List.of(id, form, "payload", 0, 0, 0, ""));
    }
    return args.toArray();
  }

  private static List<String> keys(String branch) {
    return List.of(record(branch), INDEX, Rig.PENDING);
  }

  private static String record(String branch) {
    return "emq:{_jms}:jms:branch:" + branch;
  }
}
