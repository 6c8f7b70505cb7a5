package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
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
        "jms:sent:c string 7",
        "jms:sent:c string 6;3:1",
        "jms:sent:c string 7;7:1",
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
