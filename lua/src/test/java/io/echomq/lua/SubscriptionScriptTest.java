package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The registry of subscriptions: join, renew, leave, drop. */
@WithServer
class SubscriptionScriptTest {
  private static final String DURABLE = "emq:{_jms}:jms:sub:d:c:s";
  private static final String SHARED = "emq:{_jms}:jms:sub:s:c:s";

  @AutoClose private final Rig rig;

  SubscriptionScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private List<?> join(String key, String kind, String topic, String generation, String consumer) {
    return (List<?>)
        rig.runOn(
            "join-subscription",
            List.of(key),
            topic,
            kind,
            "",
            "0",
            generation,
            "5-0",
            consumer,
            30_000);
  }

  private List<?> leave(String key, String group, String consumer, long heldFor) {
    return (List<?>) rig.runOn("leave-subscription", List.of(key), group, consumer, heldFor);
  }

  private Object renew(String group, String consumer, String closed) {
    return rig.runOn("renew-consumer", List.of(DURABLE), group, consumer, 30_000, closed);
  }

  private String created(String key) {
    return rig.jedis().hget(key, "created");
  }

  @Test
  void theFirstCreatesAndIsIndexed() {
    List<?> answer = join(DURABLE, "DURABLE", "prices", "G1", "A");

    assertEquals(List.of(1L, "jms:d:c:s:G1", "5-0", created(DURABLE)), answer);
    rig.holds(
        DURABLE
            + " hash created="
            + created(DURABLE)
            + " generation=G1 kind=DURABLE noLocal=0 selector= start=5-0 topic=prices",
        DURABLE + ":live zset A=now+30s",
        "emq:{_jms}:jms:subs hash prices jms:d:c:s:G1=d:c:s");
  }

  @Test
  void aRepeatAfterALostReplyJoinsItself() {
    List<?> first = join(DURABLE, "DURABLE", "prices", "G1", "A");
    List<?> again = join(DURABLE, "DURABLE", "prices", "G1", "A");
    assertEquals(first.subList(1, 4), again.subList(1, 4));
    assertEquals(0L, again.get(0));
  }

  @Test
  void anUnsharedOneInUseIsRefusedAndJoinedLater() {
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    assertEquals(-1L, join(DURABLE, "DURABLE", "prices", "G2", "B").get(0));
    leave(DURABLE, "jms:d:c:s:G1", "A", 0);
    List<?> joined = join(DURABLE, "DURABLE", "prices", "G2", "B");
    assertEquals(List.of(0L, "jms:d:c:s:G1", "5-0", created(DURABLE)), joined);
  }

  @Test
  void whoHoldsTheClientIdFollowsItsFormerHolderAtOnce() {
    join(DURABLE, "DURABLE", "prices", "G1", "jms:A:1");
    renew("jms:d:c:s:G1", "jms:A:2", "1");
    Object[] arguments = {"prices", "DURABLE", "", "0", "G2", "5-0", "jms:B:1", 30_000, "0"};
    List<Object> alone = new ArrayList<>(List.of(arguments));
    alone.add("jms:B:");
    List<String> key = List.of(DURABLE);
    assertEquals(-1L, ((List<?>) rig.runOn("join-subscription", key, arguments)).get(0));
    assertEquals(0L, ((List<?>) rig.runOn("join-subscription", key, alone.toArray())).get(0));
    assertEquals(List.of("jms:B:1"), renew("jms:d:c:s:G1", "", "0"));
    alone.set(6, "jms:B:2");
    Object second = ((List<?>) rig.runOn("join-subscription", key, alone.toArray())).get(0);
    assertEquals(-1L, second, "its own consumer is in the way all the same");
  }

  @Test
  void anotherKindIsRefusedEvenWhenNobodyUsesIt() {
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    leave(DURABLE, "jms:d:c:s:G1", "A", 0);
    assertEquals(List.of(-2L, "DURABLE"), join(DURABLE, "SHARED_DURABLE", "prices", "G2", "B"));
  }

  @Test
  void aChangedOneIsReplacedAndNamed() {
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    leave(DURABLE, "jms:d:c:s:G1", "A", 0);
    List<?> replaced = join(DURABLE, "DURABLE", "news", "G2", "B");
    assertEquals(1L, replaced.get(0));
    assertEquals(List.of("prices", "jms:d:c:s:G1", ""), replaced.subList(4, 7));
    assertEquals(1, rig.jedis().hlen("emq:{_jms}:jms:subs"));
  }

  @Test
  void aSharedOneEndsWithItsLastConsumer() {
    join(SHARED, "SHARED", "prices", "G1", "A");
    join(SHARED, "SHARED", "prices", "G2", "B");
    assertEquals(List.of(0L), leave(SHARED, "jms:s:c:s:G1", "A", 0));
    assertEquals(List.of(1L, "prices", "jms:s:c:s:G1"), leave(SHARED, "jms:s:c:s:G1", "B", 0));
    rig.holds();
  }

  @Test
  void aSharedOneWhoseConsumersLapsedIsSweptAndNotJoined() {
    join(SHARED, "SHARED", "prices", "G1", "A");
    rig.jedis().zadd(SHARED + ":live", 1, "A");
    List<?> anew = join(SHARED, "SHARED", "prices", "G2", "B");
    assertEquals("jms:s:c:s:G2", anew.get(1));
    assertEquals("jms:s:c:s:G1", anew.get(5));
    assertEquals(List.of(0L), leave(SHARED, "jms:s:c:s:G1", "A", 0));
    rig.jedis().zadd(SHARED + ":live", 1, "B");
    assertEquals(List.of(1L, "prices", "jms:s:c:s:G2"), leave(SHARED, "jms:s:c:s:G2", "", 0));
  }

  @Test
  void aClosedConsumerThatHoldsMessagesIsKnownAndDoesNotUseTheSubscription() {
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    leave(DURABLE, "jms:d:c:s:G1", "A", 30_000);
    assertEquals(0L, join(DURABLE, "DURABLE", "prices", "G2", "B").get(0));
    assertEquals(List.of("B", "A"), renew("jms:d:c:s:G1", "B", "0"));
    assertEquals(List.of("B", "A"), renew("jms:d:c:s:G1", "A", "1"));
  }

  @Test
  void aConsumerWhosePlaceWasTakenIsTold() {
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    rig.jedis().zadd(DURABLE + ":live", 1, "A");
    join(DURABLE, "DURABLE", "prices", "G2", "B");
    assertEquals(List.of(), renew("jms:d:c:s:G1", "A", "0"));
    assertEquals(List.of("B"), renew("jms:d:c:s:G1", "B", "0"));
    assertEquals(List.of(), renew("jms:d:c:s:G7", "B", "0"));
  }

  @Test
  void onlyAnIdleOneCanBeDropped() {
    assertEquals(List.of(0L), rig.runOn("drop-subscription", List.of(DURABLE)));
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    assertEquals(List.of(-1L), rig.runOn("drop-subscription", List.of(DURABLE)));
    leave(DURABLE, "jms:d:c:s:G1", "A", 0);
    assertEquals(
        List.of(1L, "prices", "jms:d:c:s:G1"), rig.runOn("drop-subscription", List.of(DURABLE)));
    assertTrue(rig.jedis().keys("*").isEmpty());
  }

  @Test
  void oneWhoseClosedConsumersMayHoldMessagesIsDroppedWhenTheyAreKnownToHoldNone() {
    join(DURABLE, "SHARED_DURABLE", "prices", "G1", "A");
    join(DURABLE, "SHARED_DURABLE", "prices", "G1", "B");
    leave(DURABLE, "jms:d:c:s:G1", "A", 30_000);
    leave(DURABLE, "jms:d:c:s:G1", "B", 30_000);
    assertEquals(List.of(-2L, "A", "B"), rig.runOn("drop-subscription", List.of(DURABLE)));
    assertEquals(List.of(-2L, "B"), rig.runOn("drop-subscription", List.of(DURABLE), "A"));
    rig.jedis().zadd(DURABLE + ":held", 1, "B");
    assertEquals(
        List.of(1L, "prices", "jms:d:c:s:G1"), rig.runOn("drop-subscription", List.of(DURABLE)));
    rig.holds();
  }

  @Test
  void anIdleOneIsMovedUnderANewGeneration() {
    assertEquals(List.of(0L), rig.runOn("move-subscription", List.of(DURABLE), "G2", "7-0", "1"));
    join(DURABLE, "DURABLE", "prices", "G1", "A");
    assertEquals(List.of(-1L), rig.runOn("move-subscription", List.of(DURABLE), "G2", "7-0", "1"));
    leave(DURABLE, "jms:d:c:s:G1", "A", 30_000);
    assertEquals(
        List.of(-2L, "A"), rig.runOn("move-subscription", List.of(DURABLE), "G2", "7-0", "1"));
    assertEquals(
        List.of(1L, "prices", "jms:d:c:s:G1", "jms:d:c:s:G2"),
        rig.runOn("move-subscription", List.of(DURABLE), "G2", "7-0", "1", "A"));
    rig.holds(
        DURABLE
            + " hash created=0 generation=G2 kind=DURABLE noLocal=0 selector= start=7-0"
            + " topic=prices",
        "emq:{_jms}:jms:subs hash prices jms:d:c:s:G2=d:c:s");
    assertEquals(List.of(), renew("jms:d:c:s:G1", "A", "0"));
    assertEquals(
        List.of(0L, "jms:d:c:s:G2", "7-0", "0"), join(DURABLE, "DURABLE", "prices", "G3", "B"));
  }
}
