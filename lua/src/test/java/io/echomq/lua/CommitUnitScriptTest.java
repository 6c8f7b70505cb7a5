package io.echomq.lua;

import static io.echomq.lua.Rig.PENDING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

@WithServer
class CommitUnitScriptTest {
  @AutoClose private final Rig rig;

  /** In which form sends are given, see the header of the script. */
  private boolean shortly;

  CommitUnitScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final String UNIT = "emq:{_jms}:jms:unit:s";
  private static final String OTHER = "emq:{r}:pending";
  private static final String STREAM = "emq:{t}:stream:events";

  @Test
  void acksAndSendsOverTwoQueuesAndAStreamAreAppliedTogether() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    assertEquals(List.of("EVT000xY9Wvvcd"), commit(1, "$A", "$B", "$C"));
    rig.holds(
        "metrics:completed hash count=1",
        "job:$B hash attempts=0 payload=b state=pending",
        "pending zset $B=0",
        "wake list 1",
        "emq:{r}:job:$C hash attempts=0 payload=c state=pending",
        "emq:{r}:pending zset $C=0",
        "emq:{r}:wake list 1",
        "emq:{t}:stream:events stream 1704117200000-1620567=EVT000xY9Wvvcd,p:1",
        UNIT + " string~ 1_EVT000xY9Wvvcd");
  }

  @Test
  void aBlockOfItsSendsIsNoted() {
    Object[] sends = {"$B", "v", "x", 0, 0, 0, "", "$C", "v", "x", 0, 0, 0, ""};
    List<Object> arguments = new ArrayList<>(List.of(1, 1000, 1, 0, "2 $B$C\n{ }"));
    arguments.addAll(List.of(sends));
    rig.runOn("commit-unit", List.of("emq:{_jms}:jms:unit:s", "pending"), arguments.toArray());
    assertEquals(
        List.of(Keyspace.expand("$B$C2\n{ }")),
        rig.jedis().zrange(Keyspace.key("jms:blocks"), 0, -1));
  }

  @Test
  void aRepeatAnswersTheOutcomeAndAppliesNothing() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    commit(1, "$A", "$B", "$C");
    assertEquals(List.of("EVT000xY9Wvvcd"), commit(1, "$A", "$B", "$C"));
    assertEquals(1, rig.jedis().zcard("emq:{q}:pending"));
    assertEquals(1, rig.jedis().xlen(STREAM));
    assertEquals("1", rig.jedis().hget("emq:{q}:metrics:completed", "count"));
  }

  @Test
  void anEarlierNumberIsRefused() {
    rig.seed(UNIT + " string~ 3_");
    assertTrue(refused(2, "$A", "$B", "$C").startsWith("EMQSTATE unit 2"));
  }

  @Test
  void oneStaleOrMissingLeaseRefusesTheWholeUnitByName() {
    rig.seed("job:$A hash state=active attempts=2 payload=a", "active zset $A=now+30s");
    assertEquals("EMQSTALE $A", refused(1, "$A", "$B", "$C"));
    assertEquals("EMQSTALE $D", refused(1, "$D", "$B", "$C"));
  }

  @Test
  void aForeignIdRefusesTheWholeUnitByNameAndTheNumberMayBeUsedAgain() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "active zset $A=now+30s",
        "emq:{r}:job:$C hash state=dead attempts=1 payload=theirs");
    assertEquals("EMQDUP $C", refused(1, "$A", "$B", "$C"));
    assertEquals(List.of("EVT000xY9Wvvcd"), commit(1, "$A", "$B", "$D"));
  }

  @Test
  void aKeyOfAWrongTypeAnywhereRefusesTheWholeUnit() {
    for (String wrong :
        List.of("metrics:completed", "jms:expiry", "emq:{r}:wake", "emq:{r}:pending", STREAM)) {
      rig.jedis().flushDB();
      rig.seed(
          "job:$A hash state=active attempts=1 payload=a",
          "active zset $A=now+30s",
          wrong + " string oops");
      String refusal = refused(1, "$A", "$B", "$C");
      assertTrue(refusal.startsWith("WRONGTYPE " + Keyspace.key(wrong)), refusal);
    }
  }

  @Test
  void aStreamWithoutRoomAboveItsTopRefusesTheWholeUnit() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "active zset $A=now+30s",
        STREAM + " stream 3903090455552-0=x");
    assertTrue(refused(1, "$A", "$B", "$C").startsWith("EMQSTATE " + STREAM));
  }

  @Test
  void aWrongKindAnywhereRefusesTheWholeUnit() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    assertTrue(refused(1, "$A", "$B", "%C").startsWith("EMQKIND %C"));
  }

  @Test
  void aTemporaryQueueWithoutOwnerRefusesTheWholeUnitButNotItsAcks() {
    rig.seed("emq:{_tmp.x}:job:$A hash state=active attempts=1", "emq:{_tmp.x}:active zset $A=1");
    List<String> keys = List.of(UNIT, "emq:{_tmp.x}:pending");
    assertTrue(
        rig.refusalOn("commit-unit", keys, 1, 9_000, 1, 0, 1, "$B", "v", "b", 0, 0, 0, "")
            .startsWith("EMQGONE"));
    assertEquals(List.of(), rig.runOn("commit-unit", keys, 1, 9_000, 1, 1, 0, "$A", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "emq:{r}:job:$C hash state=dead attempts=1 payload=theirs",
        "job:$B hash state=dead attempts=1 payload=theirs",
        "emq:{r}:wake list 1 1 1",
        "emq:{r}:pending string oops"
      })
  void sendsInTheShortFormMeanTheSame(String before) {
    List<List<String>> outcomes = new ArrayList<>();
    for (boolean inShort : new boolean[] {false, true}) {
      rig.jedis().flushDB();
      rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
      if (!before.isEmpty()) {
        rig.seed(before);
      }
      shortly = inShort;
      List<String> outcome = new ArrayList<>();
      try {
        outcome.add(commit(1, "$A", "$B", "$C").toString());
      } catch (JedisDataException refusal) {
        outcome.add(refusal.getMessage());
      }
      outcome.addAll(rig.lines());
      outcomes.add(outcome);
    }
    assertEquals(outcomes.get(0), outcomes.get(1));
  }

  @Test
  void aWrongKindInTheShortFormRefusesTheWholeUnit() {
    shortly = true;
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    assertTrue(refused(1, "$A", "$B", "%C").startsWith("EMQKIND %C"));
    assertTrue(refused(1, "$A", "%B", "$C").startsWith("EMQKIND %B"));
  }

  private Object commit(int number, String ack, String first, String second) {
    return rig.runOn(
        "commit-unit",
        List.of(UNIT, PENDING, OTHER, STREAM),
        arguments(number, ack, first, second));
  }

  private String refused(int number, String ack, String first, String second) {
    return rig.refusalOn(
        "commit-unit",
        List.of(UNIT, PENDING, OTHER, STREAM),
        arguments(number, ack, first, second));
  }

  private Object[] arguments(int number, String ack, String first, String second) {
    List<Object> args = new ArrayList<>(List.of(number, 60_000, 2));
    if (shortly) {
      args.addAll(List.of(1, "p1", ack, 1, first, "b", 0, "p1", second, "c"));
    } else {
      args.addAll(List.of(1, 1, ack, 1, first, "v", "b", 0, 0, 0, ""));
      args.addAll(List.of(0, 1, second, "v", "c", 0, 0, 0, ""));
    }
    args.addAll(List.of(1, "EVT000xY9Wvvcd", "1704117200000-1620567", 1, "p", "1", 0));
    return args.toArray();
  }
}
