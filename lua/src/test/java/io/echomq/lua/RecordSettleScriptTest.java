package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XPendingParams;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.resps.StreamPendingEntry;

/** What a consumer of a group does to the records it holds: ack, hold, return, take, reclaim. */
@WithServer
class RecordSettleScriptTest {
  private static final List<String> STREAM = List.of("stream:events");
  private static final String KEY = "emq:{q}:stream:events";
  private static final String GROUP = "g";

  @AutoClose private final Rig rig;

  RecordSettleScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @BeforeEach
  void threeRecordsAreHeldByA() {
    rig.seed("stream:events stream 1-1=a 1-2=b 1-3=c");
    rig.jedis().xgroupCreate(KEY, GROUP, new StreamEntryID("0-0"), false);
    read("A", 3);
  }

  private void read(String consumer, int count) {
    rig.jedis()
        .xreadGroup(
            GROUP,
            consumer,
            XReadGroupParams.xReadGroupParams().count(count),
            Map.of(KEY, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));
  }

  private Object run(String script, Object... args) {
    return rig.runOn(script, STREAM, args);
  }

  /** {@code position consumer count} of each pending entry. */
  private List<String> pending() {
    return rig.jedis().xpending(KEY, GROUP, XPendingParams.xPendingParams("-", "+", 100)).stream()
        .map(RecordSettleScriptTest::shown)
        .toList();
  }

  private static String shown(StreamPendingEntry entry) {
    return entry.getID() + " " + entry.getConsumerName() + " " + entry.getDeliveredTimes();
  }

  @Test
  void ackTakesOnlyWhatTheConsumerHolds() {
    assertEquals(List.of(List.of("1-2")), run("ack-records", GROUP, "B", 2, "1-2", "1-9"));
    assertEquals(List.of("1-1 A 1", "1-2 A 1", "1-3 A 1"), pending());

    assertEquals(List.of(List.of()), run("ack-records", GROUP, "A", 2, "1-1", "1-3"));
    assertEquals(List.of("1-2 A 1"), pending());
    assertEquals(List.of(List.of()), run("ack-records", GROUP, "A", 1, "1-1"));
  }

  @Test
  void ackOfManyConsumersOfOneStreamIsOneCall() {
    rig.jedis().xgroupCreate(KEY, "other", new StreamEntryID("0-0"), false);
    rig.jedis()
        .xreadGroup(
            "other",
            "B",
            XReadGroupParams.xReadGroupParams(),
            Map.of(KEY, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));
    assertEquals(
        List.of(List.of("1-3"), List.of()),
        run("ack-records", GROUP, "B", 1, "1-3", "other", "B", 2, "1-1", "1-3"));
    assertEquals(List.of("1-1 A 1", "1-2 A 1", "1-3 A 1"), pending());
    assertEquals(1, rig.jedis().xpending(KEY, "other").getTotal());
  }

  @Test
  void ackOfAGroupThatIsGoneIsNoLoss() {
    rig.jedis().xgroupDestroy(KEY, GROUP);
    assertEquals(List.of(List.of()), run("ack-records", GROUP, "A", 1, "1-1"));
  }

  @Test
  void holdNamesWhatIsNotHeldAndCountsNothing() {
    run("ack-records", GROUP, "A", 1, "1-3");
    assertEquals(List.of("1-3"), run("hold-records", GROUP, "A", "1-1", "1-2", "1-3"));
    assertEquals(List.of("1-1"), run("hold-records", GROUP, "B", "1-1"));
    assertEquals(List.of("1-1 A 1", "1-2 A 1"), pending());
  }

  @Test
  void whatIsReturnedIsTakenOldestFirstAndCountsHandOversOnly() {
    Object lost =
        run(
            "return-records",
            GROUP,
            "A",
            "0",
            "1-2",
            "u",
            0,
            "",
            "",
            "",
            "1-1",
            "a",
            0,
            "why",
            "",
            "",
            "9-9",
            "a",
            0,
            "",
            "",
            "");
    assertEquals(List.of("9-9"), lost);
    assertEquals(List.of("1-1 .back 1", "1-2 .back 0", "1-3 A 1"), pending());

    assertEquals(
        List.of(
            -1L, List.of("1-1", 2L, List.of("id", "a")), List.of("1-2", 1L, List.of("id", "b"))),
        run("take-records", GROUP, "B", 10));
    assertEquals(List.of("1-1 B 2", "1-2 B 1", "1-3 A 1"), pending());
  }

  @Test
  void aDelayedReturnWaitsAndSaysHowLong() {
    run("return-records", GROUP, "A", "1", "1-1", "a", 60_000, "", "", "");
    assertEquals(List.of("1-1 .later 1", "1-2 A 1", "1-3 A 1"), pending());
    List<?> none = (List<?>) run("take-records", GROUP, "B", 10);
    long wait = (Long) none.get(0);
    assertTrue(none.size() == 1 && wait > 50_000 && wait <= 60_000, none::toString);
    assertEquals(1, rig.jedis().xlen("emq:{q}:jms:soon:events"));

    rig.jedis().zadd("emq:{q}:jms:retry:events:g", 1, "1-1");
    assertEquals(
        List.of(-1L, List.of("1-1", 2L, List.of("id", "a"))), run("take-records", GROUP, "B", 10));
  }

  @Test
  void aDeadRecordIsAJobInTheMorgueAndAcknowledged() {
    run("return-records", GROUP, "A", "0", "1-1", "d", 0, "poison", "$A", "body");
    assertEquals(List.of("1-2 A 1", "1-3 A 1"), pending());
    rig.holds(
        "stream:events stream 1-1=a 1-2=b 1-3=c",
        "job:$A hash attempts=1 last_error=poison payload=body state=dead",
        "dead zset $A=0",
        "jms:died hash $A=now+0s",
        "metrics:failed hash count=1");
  }

  @Test
  void aWrongTypeIsFoundBeforeAnythingIsDone() {
    rig.seed("dead string x=y");
    String refusal =
        rig.refusalOn(
            "return-records", STREAM, GROUP, "A", "0", "1-1", "d", 0, "poison", "$A", "body");
    assertTrue(refusal.startsWith("WRONGTYPE"), refusal);
    assertEquals(3, pending().size());
  }

  @Test
  void whatADeadConsumerHeldKeepsItsCountAndTheConsumerIsForgotten() {
    assertEquals(2L, run("reclaim-records", GROUP, "A", 2, 0));
    assertEquals(1L, run("reclaim-records", GROUP, "A", 2, 0));
    assertEquals(List.of("1-1 .back 1", "1-2 .back 1", "1-3 .back 1"), pending());
    assertEquals(
        List.of(".back"),
        rig.jedis().xinfoConsumers2(KEY, GROUP).stream().map(c -> c.getName()).toList());
  }

  @Test
  void aForeignConsumerKeepsWhatItTouchedLately() {
    assertEquals(0L, run("reclaim-records", GROUP, "A", 10, 60_000));
    assertEquals(List.of("1-1 A 1", "1-2 A 1", "1-3 A 1"), pending());
  }

  @Test
  void aRecordThatWasTrimmedMeanwhileIsLeftOut() {
    run("return-records", GROUP, "A", "0", "1-1", "u", 0, "", "", "", "1-2", "u", 0, "", "", "");
    rig.jedis().xdel(KEY, new StreamEntryID("1-1"));
    assertEquals(
        List.of(-1L, List.of("1-2", 1L, List.of("id", "b"))), run("take-records", GROUP, "B", 10));
    assertEquals(List.of("1-2 B 1", "1-3 A 1"), pending());
  }

  @Test
  void burialOfARecordIsDoneOnce() {
    assertEquals(1L, rig.runOn("bury-record", List.of("dead"), "$A", 3, "body", "poison"));
    assertEquals(0L, rig.runOn("bury-record", List.of("dead"), "$A", 3, "body", "poison"));
    rig.holds(
        "stream:events stream 1-1=a 1-2=b 1-3=c",
        "job:$A hash attempts=3 last_error=poison payload=body state=dead",
        "dead zset $A=0",
        "jms:died hash $A=now+0s",
        "metrics:failed hash count=1");
  }
}
