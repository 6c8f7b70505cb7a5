package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

/** Delayed records, readers, trimming, and the end of groups and topics. */
@WithServer
class TopicUpkeepScriptTest {
  private static final List<String> STREAM = List.of("stream:events");
  private static final String KEY = "emq:{q}:stream:events";
  private static final String ID = "EVT000xY9Wvvcd";
  private static final String POSITION = "1704117200000-1620567";

  @AutoClose private final Rig rig;

  TopicUpkeepScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private Object run(String script, Object... args) {
    return rig.runOn(script, STREAM, args);
  }

  private void append(String position) {
    assertEquals(List.of(ID), run("append-records", "", 0, 1000, 1, ID, position, 1, "p", "1"));
  }

  private void fill(int count) {
    for (int i = 1; i <= count; i++) {
      rig.jedis().xadd(KEY, new StreamEntryID("1-" + i), java.util.Map.of("id", "x"));
    }
  }

  @Test
  void aDelayedRecordWaitsAndIsAppendedAtItsTimeWithTheTimeOfItsSend() {
    long due = rig.now() + 60_000;
    append(POSITION + "@" + due);
    assertEquals(0, rig.jedis().xlen(KEY));
    assertEquals(1, rig.jedis().xlen("emq:{q}:jms:soon:events"));
    List<?> early = (List<?>) run("promote-records", 100);
    assertEquals(0L, early.get(0));
    assertTrue((Long) early.get(1) > 50_000, early::toString);

    rig.jedis().zadd("emq:{q}:jms:delayed:events", 1, ID);
    assertEquals(List.of(1L, -1L), run("promote-records", 100));

    StreamEntry record = rig.jedis().xrange(KEY, "-", "+").get(0);
    assertEquals("1", record.getFields().get("p"));
    long sent = Long.parseLong(record.getFields().get("jms:sent"));
    assertTrue(Math.abs(sent / 1000 - rig.now()) < 10_000);
    assertTrue(Math.abs(record.getID().getTime() - rig.now()) < 10_000);
    assertEquals(1620567, record.getID().getSequence());
    assertEquals(
        List.of("emq:{q}:jms:soon:events", KEY), rig.jedis().keys("*").stream().sorted().toList());
  }

  @Test
  void aDelayThatIsOverIsNone() {
    append(POSITION + "@" + 1);
    rig.holds("stream:events stream " + POSITION + "=" + ID + ",p:1");
  }

  @Test
  void anUnreadableDelayIsRefused() {
    String refusal =
        rig.refusalOn("append-records", STREAM, "", 0, 1000, 1, ID, POSITION + "@x", 1, "p", "1");
    assertTrue(refusal.startsWith("EMQSTATE"), refusal);
  }

  @Test
  void aTemporaryTopicNeedsItsOwner() {
    List<String> temporary = List.of("emq:{_tmp.x}:stream:events");
    Object[] args = {"", 0, 1000, 1, ID, POSITION, 1, "p", "1"};
    assertTrue(rig.refusalOn("append-records", temporary, args).startsWith("EMQGONE"));
    rig.jedis().set("emq:{_tmp.x}:jms:owner", "me");
    assertEquals(List.of(ID), rig.runOn("append-records", temporary, args));
  }

  @Test
  void aReaderHoldsThePlaceItSaysAndTheTopWhenItSaysNone() {
    assertEquals("0-0", ((List<?>) run("hold-reader", "r1", "$", 30_000)).get(1));
    fill(3);
    assertEquals("1-3", ((List<?>) run("hold-reader", "r1", "$", 30_000)).get(1));
    assertEquals("1-2", ((List<?>) run("hold-reader", "r2", "1-2", 30_000)).get(1));
    assertEquals(2, rig.jedis().hlen("emq:{q}:jms:readers:events"));
    run("hold-reader", "r1", "", 0);
    run("hold-reader", "r2", "", 0);
    assertEquals(List.of(KEY), List.copyOf(rig.jedis().keys("*")));
  }

  @Test
  void trimmingSparesWhatGroupsAndReadersNeed() {
    fill(1000);
    rig.jedis().xgroupCreate(KEY, "g", new StreamEntryID("1-500"), false);
    run("hold-reader", "r", "1-300", 30_000);

    assertEquals(List.of(200L, "1-300"), run("trim-stream", 0, 0, 0, 0));
    run("hold-reader", "r", "", 0);
    assertEquals(List.of(200L, "1-500"), run("trim-stream", 0, 0, 0, 0));
    assertEquals(600, rig.jedis().xlen(KEY));
    rig.jedis().xgroupDestroy(KEY, "g");
    assertEquals(List.of(300L, "1-1000"), run("trim-stream", 300, 0, 0, 0));
  }

  @Test
  void aLapsedReaderIsForgotten() {
    fill(1000);
    rig.jedis().hset("emq:{q}:jms:readers:events", "r", "1-1 1");
    List<?> trimmed = (List<?>) run("trim-stream", 0, 0, 0, 0);
    assertTrue((Long) trimmed.get(0) >= 800, trimmed::toString);
    assertTrue(!rig.jedis().exists("emq:{q}:jms:readers:events"));
  }

  @Test
  void hardLimitsTrimWhatIsNeededToo() {
    fill(1000);
    rig.jedis().xgroupCreate(KEY, "g", new StreamEntryID("0-0"), false);
    assertEquals(List.of(0L, "0-0"), run("trim-stream", 0, 0, 0, 0));
    run("trim-stream", 0, 700, 0, 0);
    assertEquals(700, rig.jedis().xlen(KEY));
    run("trim-stream", 0, 0, 2000, 0);
    assertTrue(rig.jedis().xlen(KEY) < 700);
    run("trim-stream", 0, 0, 0, 2);
    assertEquals(0, rig.jedis().xlen(KEY));
  }

  @Test
  void aGroupIsDestroyedWithWhatWaitsForIt() {
    fill(3);
    assertEquals(0L, run("drop-group", "g"));
    rig.jedis().xgroupCreate(KEY, "g", new StreamEntryID("1-2"), false);
    rig.jedis().zadd("emq:{q}:jms:retry:events:g", 1, "1-1");
    assertEquals(1L, run("drop-group", "g"));
    assertEquals(List.of(KEY), List.copyOf(rig.jedis().keys("*")));
  }

  @Test
  void aTopicGoesWithAllThatIsBesideIt() {
    fill(3);
    rig.jedis().xgroupCreate(KEY, "g", new StreamEntryID("0-0"), false);
    rig.jedis().zadd("emq:{q}:jms:retry:events:g", 1, "1-1");
    run("hold-reader", "r", "1-1", 30_000);
    append(POSITION + "@" + (rig.now() + 60_000));
    assertEquals(3L, run("drop-topic"));
    rig.holds();
  }
}
