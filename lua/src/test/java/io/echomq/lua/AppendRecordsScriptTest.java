package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.resps.StreamEntry;

@WithServer
class AppendRecordsScriptTest {
  @AutoClose private final Rig rig;

  AppendRecordsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final String STREAM = "stream:events";

  @Test
  void appendsAtThePositionOfTheIdAndRemembersTheSequence() {
    assertEquals(
        List.of("EVT000xY9Wvvcd"), append("c", 4, "EVT000xY9Wvvcd", "1704117200000-1620567"));
    rig.holds(
        "stream:events stream 1704117200000-1620567=EVT000xY9Wvvcd,p:1",
        "jms:appended:events:c string~ 4_EVT000xY9Wvvcd");
  }

  @Test
  void aRepeatAnswersTheSameAndAppendsNothing() {
    append("c", 4, "EVT000xY9Wvvcd", "1704117200000-1620567");
    assertEquals(
        List.of("EVT000xY9Wvvcd"), append("c", 4, "EVT000xY9Wvvcd", "1704117200000-1620567"));
    assertEquals(List.of(), append("c", 3, "EVT000xY9Wvvcd", "1704117200000-1620567"));
    assertEquals(1, rig.jedis().xlen("emq:{q}:stream:events"));
  }

  @Test
  void withoutTheOneBeforeItNothingIsAppended() {
    Object[] ordered = arguments("c", 0, "EVT000xY9Wvvcd", "1704117200000-1620567");
    ordered[1] = "7:6";
    String refusal = rig.refusalOn("append-records", List.of(STREAM), ordered);
    assertTrue(refusal.startsWith("EMQORDER"), refusal);
    append("c", 6, "EVT000xY9Wvvcc", "1704117200000-1620566");
    assertEquals(List.of("EVT000xY9Wvvcd"), rig.runOn("append-records", List.of(STREAM), ordered));
    assertEquals(List.of("EVT000xY9Wvvcd"), rig.runOn("append-records", List.of(STREAM), ordered));
    assertEquals(2, rig.jedis().xlen("emq:{q}:stream:events"));
  }

  @Test
  void aCandidateBelowTheTopIsMintedAnewAboveItWithItsOwnNode() {
    // the vector of the wire contract: node 517, seq 7 at 1795959296123 is 0STF4r0SSpz
    long low = (517L << 12) + 6;
    rig.seed("stream:events stream 1795959296123-" + low + "=x");
    assertEquals(
        List.of("EVT0STF4r0SSpz"),
        append("", 0, "EVT0STF4r0SSoz", "1795959296000-" + (517L << 12)));
    rig.holds(
        "stream:events stream 1795959296123-"
            + low
            + "=x 1795959296123-"
            + (low + 1)
            + "=EVT0STF4r0SSpz,p:1");
  }

  @Test
  void theTopCountsEvenWhenItsRecordWasDeleted() {
    rig.seed("stream:events stream 1704117200000-1620566=x");
    rig.jedis()
        .xdel(
            "emq:{q}:stream:events",
            new redis.clients.jedis.StreamEntryID("1704117200000-1620566"));
    // node 395: 1620567 = 395 << 12 | 2647
    assertEquals(
        List.of("EVT000xY9Wvvcd"), append("", 0, "EVT000xY9Wvvca", "1704117200000-1620560"));
  }

  @Test
  void recordsOfOneCallKeepTheirOrderWhenAllAreBelowTheTop() {
    rig.seed("stream:events stream 1704117200001-4194303=x");
    List<?> ids =
        (List<?>)
            rig.runOn(
                "append-records",
                List.of(STREAM),
                new Object[] {
                  "",
                  0,
                  1000,
                  3,
                  "EVT000xY9Wvvcd",
                  "1704117200000-1620567",
                  0,
                  "EVT000xY9Wvvce",
                  "1704117200000-1620568",
                  0,
                  "EVT000xYDjx2hz",
                  "1704117200003-5",
                  0
                });
    assertEquals(ids.stream().sorted().toList(), ids);
    assertEquals("EVT000xYDjx2hz", ids.get(2), "one that is above the top keeps its id");
    assertEquals(
        List.of(
            "1704117200001-4194303",
            "1704117200002-1617920",
            "1704117200002-1617921",
            "1704117200003-5"),
        rig.jedis().xrange("emq:{q}:stream:events", "-", "+").stream()
            .map(entry -> entry.getID().toString())
            .toList());
  }

  @Test
  void anIdOfAnotherKindOrAPositionOutOfBoundsAppendsNothing() {
    assertTrue(refused("JOB000xY9Wvvcd", "1704117200000-1").startsWith("EMQKIND"));
    assertTrue(refused("EVT000xY9Wvvcd", "1704117200000-4194304").startsWith("EMQSTATE"));
    assertTrue(refused("EVT000xY9Wvvcd", "1704067199999-1").startsWith("EMQSTATE"));
    assertTrue(refused("EVT000xY9Wvvcd", "*").startsWith("EMQSTATE"));
    rig.seed("stream:events stream 3903090455552-0=x");
    assertTrue(refused("EVT000xY9Wvvcd", "1704117200000-1").startsWith("EMQSTATE"));
  }

  @Test
  void aKeyThatIsNoStreamIsNamedAndLeftAlone() {
    rig.seed("stream:events string x");
    assertTrue(refused("EVT000xY9Wvvcd", "1704117200000-1").startsWith("WRONGTYPE"));
    rig.holds("stream:events string x");
  }

  @Test
  void aRecordThatIsDueLaterAndOneOfATemporaryTopicGoTheGeneralWay() {
    assertTrue(
        append("", 0, "EVT000xY9Wvvcd", "1704117200000-1620567@99999999999999") instanceof List);
    assertFalse(rig.jedis().exists("emq:{q}:stream:events"), "not due yet");
    String refused =
        rig.refusalOn(
            "append-records",
            List.of("emq:{_tmp.x}:stream:events"),
            arguments("c", 1, "EVT000xY9Wvvcd", "1704117200000-1620567"));
    assertTrue(refused.startsWith("EMQGONE"), refused);
  }

  private Object append(String channel, int sequence, String id, String position) {
    return rig.runOn("append-records", List.of(STREAM), arguments(channel, sequence, id, position));
  }

  private String refused(String id, String position) {
    return rig.refusalOn("append-records", List.of(STREAM), arguments("c", 1, id, position));
  }

  private static Object[] arguments(String channel, int sequence, String id, String position) {
    return new Object[] {channel, sequence, 60_000, 1, id, position, 1, "p", "1"};
  }

  @Test
  void whoSentARawRecordIsKeptBesideItAndGoesWithIt() {
    for (int i = 0; i < 2; i++) {
      String position = "1704117200000-" + (1_620_567 + i);
      Object[] raw = {"", 0, 0, 1, "EVT000xY9Wvvcd", position, 2, "jms:by", "CON me", "p", "1"};
      rig.runOn("append-records", List.of(STREAM), raw);
    }
    String beside = "emq:{q}:jms:by:events";
    assertEquals(
        Map.of("id", "EVT000xY9Wvvcd", "p", "1"),
        rig.jedis().xrange("emq:{q}:stream:events", "-", "+").get(1).getFields());
    List<StreamEntry> senders = rig.jedis().xrange(beside, "-", "+");
    assertEquals(2, senders.size());
    assertEquals("1704117200000-1620568", senders.get(1).getID().toString());
    assertEquals(Map.of("by", "CON me"), senders.get(1).getFields());
    rig.runOn("trim-stream", List.of(STREAM), 0, 1, 0, 0);
    assertEquals(1, rig.jedis().xlen(beside));
    rig.runOn("trim-stream", List.of(STREAM), 0, 0, 0, 1_704_117_200_001L);
    assertEquals(List.of("emq:{q}:stream:events"), List.copyOf(rig.jedis().keys("*")));
  }
}
