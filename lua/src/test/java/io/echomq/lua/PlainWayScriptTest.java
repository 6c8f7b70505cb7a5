package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

/** The quick ways for common cases do what the general ones do, and leave the rest to them. */
@WithServer
class PlainWayScriptTest {
  private static final String ROW = "job:$A hash state=pending attempts=0 payload=a";

  @AutoClose private final Rig rig;

  PlainWayScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "jms:sent:c string 6",
        "jms:sent:c string~ 7",
        "jms:sent:c string 6;3:1",
        "jms:sent:c string~ 7;7:1",
        "job:$A hash state=dead attempts=2 payload=theirs",
        "pending string oops",
        "wake string oops",
        "wake list 1 1",
        "jms:sent:c list oops"
      })
  void oneJobInTheShortFormIsStoredAsInTheLongForm(String before) {
    String shortly = outcome(before, "send-jobs", "c", 7, 60_000, "$A", "x");
    assertEquals(
        outcome(before, "send-jobs", "c", 7, 60_000, "$A", "v", "x", 0, 0, 0, ""), shortly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "jms:sent:c string~ 7",
        "jms:sent:c string 6;3:1",
        "job:$A hash state=dead attempts=2 payload=theirs",
        "job:$B hash state=pending attempts=0 payload=theirs|pending zset $B=0",
        "pending string oops",
        "wake string oops",
        "wake list 1 1"
      })
  void severalJobsInTheShortFormAreStoredAsInTheLongForm(String before) {
    String shortly = outcome(before, "send-jobs", "c", 7, 60_000, "p", "$A", "x", "$B", "y");
    assertEquals(longForm(before, "$B"), shortly);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$A", "%B", "short"})
  void aSecondIdThatMayNotBeMeansTheSameInEitherForm(String id) {
    String shortly = outcome("", "send-jobs", "c", 7, 60_000, "p", "$A", "x", id, "y");
    assertEquals(longForm("", id), shortly);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%B", "short"})
  void anIdOfAnotherKindIsRefusedInEitherForm(String id) {
    String shortly = outcome("", "send-jobs", "", 0, 60_000, id, "x");
    assertEquals(outcome("", "send-jobs", "", 0, 60_000, id, "v", "x", 0, 0, 0, ""), shortly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ROW + "|pending zset $A=0",
        ROW + "|job:$B hash state=pending attempts=2 returned=1 payload=b|pending zset $A=0 $B=-2",
        ROW + "|pending zset $A=0 $B=1",
        ROW + "|job:$B hash state=pending attempts=3 payload=b|pending zset $A=0 $B=1",
        ROW
            + "|job:$B hash state=pending attempts=0 payload=longer_than_twenty_bytes|"
            + "job:$C hash state=pending attempts=0 payload=c|pending zset $A=0 $B=1 $C=2",
        ROW + "|job:$B hash state=pending attempts=0 group=%A payload=b|pending zset $A=0 $B=1",
        "job:$A hash state=pending attempts=0 payload=0123456789|"
            + "job:$B hash state=pending attempts=0 payload=0123456789|"
            + "job:$C hash state=pending attempts=0 payload=c|pending zset $A=0 $B=1 $C=2",
        "job:$A hash state=pending|pending zset $A=0",
        "job:$A string oops|pending zset $A=0"
      })
  void aQueueOfPlainJobsIsFetchedFromAsOneThatMayHoldMore(String before) {
    String wake = before + "|wake list 1";
    // A field that means nothing, but the key is one that plain queues lack.
    String other = outcome(wake + "|meta hash mark=1", "fetch-jobs", 3, 30_000, 3, 20, 15, "s");
    assertEquals(
        other.replace("meta hash mark=1\n", ""),
        outcome(wake, "fetch-jobs", 3, 30_000, 3, 20, 15, "s"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ROW + "|pending zset $A=0",
        ROW + "|pending zset $A=0|jms:fetched:c string~ 6_$D_0",
        ROW + "|pending zset $A=0|jms:fetched:c string~ 7",
        ROW + "|pending zset $A=-3|jms:fetched:c string~ 8_$D_0",
        ROW + "|job:$B hash state=pending attempts=0 payload=b|pending zset $A=0 $B=1",
        ROW
            + "|job:$B hash state=pending attempts=0 payload=b|pending zset $A=0 $B=1|"
            + "jms:fetched:c string~ 7",
        ROW + "|pending zset $A=0|meta hash paused=1",
        ROW + "|pending zset $A=0|schedule zset $D=1",
        "job:$A hash state=pending attempts=2 returned=1 payload=a|pending zset $A=0",
        "job:$A hash state=pending attempts=3 payload=a|pending zset $A=0",
        "job:$A hash state=pending attempts=0 group=%A payload=a|pending zset $A=0",
        "job:$A hash state=pending attempts=odd payload=a|pending zset $A=0",
        "job:$A string oops|pending zset $A=0",
        "pending zset $A=0"
      })
  void theShortFormFetchesAsTheLongOne(String before) {
    String wake = before + "|wake list 1";
    assertEquals(
        outcome(wake, "fetch-jobs", 3, 30_000, 3, 16_384, 4_194_304, "session", "c", 7, 60_000),
        outcome(wake, "fetch-jobs", 3, 30_000, 3, "session", "c", 7, 60_000));
  }

  @Test
  void aLargePayloadThatTheShortFormMeetsIsAnsweredAsItsLength() {
    rig.seed("job:$A hash state=pending attempts=0", "pending zset $A=0");
    rig.jedis().hset(Keyspace.key("job:$A"), "payload", "x".repeat(16_385));
    Object reply = rig.run("fetch-jobs", 1, 30_000, 3, "session", "c", 7, 60_000);
    assertEquals(List.of("$A", 1L, 0L, 16_385L), ((List<?>) reply).subList(1, 5));
  }

  @Test
  void aLargePayloadAmongSmallOnesIsAnsweredAsItsLengthInTheShortFormToo() {
    List<String> answers = new ArrayList<>();
    for (int form = 1; form <= 2; form++) {
      rig.jedis().flushAll();
      for (String job : List.of("$A", "$B", "$C")) {
        rig.seed("job:" + job + " hash state=pending attempts=0 payload=small");
      }
      rig.seed("pending zset $A=0 $B=1 $C=2");
      rig.jedis().hset(Keyspace.key("job:$B"), "payload", "x".repeat(16_385));
      Object reply =
          form == 1
              ? rig.run("fetch-jobs", 9, 30_000, 3, "session", "c", 7, 60_000)
              : rig.run("fetch-jobs", 9, 30_000, 3, 16_384, 4_194_304, "session", "c", 7, 60_000);
      answers.add(Rig.claim(reply).toString().replaceAll("\\b1[6-9]\\d{11}\\b", "deadline"));
      answers.add(kept().replace("x".repeat(16_385), "large"));
    }
    assertEquals(answers.subList(0, 2), answers.subList(2, 4));
    assertTrue(answers.get(0).contains("$B, 1, 0, 16385"), answers.get(0));
    assertTrue(answers.get(1).contains("active zset"), answers.get(1));
  }

  @Test
  void theExpiryOfMemoriesIsKeptOrMadeAnewWhereNoneIs() {
    for (int sequence = 1; sequence <= 3; sequence++) {
      String ms = sequence == 2 ? "60000" : "";
      rig.run("send-jobs", "c", sequence, ms, "$A", "x");
      rig.run("fetch-jobs", 1, 30_000, 3, "session", "c.0", sequence, ms);
      assertEquals(0L, rig.run("complete-jobs", "c", sequence, 1, ms, "$A", 1));
      for (String memory : List.of("sent:c", "fetched:c.0", "acked:c")) {
        long ttl = rig.jedis().pttl(Keyspace.key("jms:" + memory));
        boolean asExpected = sequence == 1 ? ttl > 3_500_000 : ttl > 50_000 && ttl <= 60_000;
        assertTrue(asExpected, memory + " after " + sequence + " lives " + ttl + " ms");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job:$A hash state=active attempts=1 payload=a|active zset $A=now+30s",
        "job:$A hash state=active attempts=2 payload=a|active zset $A=now+30s",
        "job:$A hash state=active attempts=1 payload=a|active zset $A=now+30s|jms:prio hash $A=1",
        "job:$A hash state=active attempts=1 payload=a",
        "job:$A hash state=pending attempts=1 payload=a|pending zset $A=0",
        "job:$A string oops",
        "active zset $A=now+30s"
      })
  void oneJobIsCompletedAsOneOfSeveral(String before) {
    String other = "|job:$B hash state=active attempts=1 payload=b|active zset $B=now+30s";
    String several = outcome(before + other, "complete-jobs", "", 0, 0, 0, "$A", 1, "$B", 1);
    String alone = outcome(before + other, "complete-jobs", "", 0, 0, 0, "$A", 1);
    rig.run("complete-jobs", "", 0, 0, 0, "$B", 1);
    assertEquals(several, alone.lines().findFirst().orElse("") + "\n" + kept());
  }

  /** Of two jobs with nothing special, sent in the long form. */
  private String longForm(String before, String second) {
    List<Object> args = new ArrayList<>(List.of("c", 7, 60_000));
    args.addAll(List.of("$A", "v", "x", 0, 0, 0, ""));
    args.addAll(List.of(second, "v", "y", 0, 0, 0, ""));
    return outcome(before, "send-jobs", args.toArray());
  }

  /** What the script answers or throws, and the keyspace after it. */
  private String outcome(String before, String script, Object... args) {
    rig.jedis().flushAll();
    for (String line : before.split("\\|")) {
      if (!line.isEmpty()) {
        rig.seed(line);
      }
    }
    String answer;
    try {
      Object reply = rig.run(script, args);
      List<Object> values = new ArrayList<>();
      values.add(script.equals("fetch-jobs") ? Rig.claim(reply) : reply);
      answer = values.toString().replaceAll("\\b1[6-9]\\d{11}\\b", "deadline");
    } catch (JedisDataException refused) {
      // What is wrong, not the words for it.
      answer = refused.getMessage().split(" ")[0];
    }
    return answer + "\n" + kept();
  }

  private String kept() {
    return rig.lines().stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
