package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * What fetch-selected passes over without a look, and what it notes for that. The rows of a block
 * are red here whatever the block says: who looks at them finds them.
 */
@WithServer
class SelectedBlocksScriptTest {
  private static final String RED = "[1,[\"=\",[\"p\",\"p\",\"c\"],[\"s\",\"red\"]],[\"red\"]]";
  private static final String BLUE_LINE = "{\"p\":{\"c\":\"blue\"}}";
  private static final String ANY_LINE = "{\"p\":{\"c\":{\"?\":\"\"}}}";
  private static final String BLOCKS = Keyspace.key("jms:blocks");
  private static final String PASSED = Keyspace.key("jms:passed:s");

  @AutoClose private final Rig rig;

  SelectedBlocksScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aBlockWhoseSenderTellsThatNoneMatchesIsPassedOver() {
    rows("red", "$A", "$B", "$C", "$D");
    block(BLOCKS, "$A", "$C", 3, BLUE_LINE, BLUE_LINE.replace("blue", "grey"));
    List<?> answer = select(RED, 5, "", "", 100, "s", 0);
    assertEquals(List.of("$D"), ids(answer));
    assertEquals(List.of("0", "$D", List.of()), answer.subList(6, 9));
    assertEquals(0L, answer.get(1));
  }

  @Test
  void blocksOneBehindTheOtherArePassedOverAndTheCursorStandsBehindThem() {
    rows("red", "$A", "$B", "$C", "$D", "$E");
    block(BLOCKS, "$A", "$B", 2, BLUE_LINE);
    block(BLOCKS, "$C", "$E", 3, BLUE_LINE);
    List<?> answer = select(RED, 5, "", "", 100, "s", 0);
    assertEquals(List.of(), ids(answer));
    assertEquals(List.of("0", "$E", List.of()), answer.subList(6, 9));
    answer = select(RED, 5, "0", "$B", 100, "s", 0);
    assertEquals(List.of(List.of(), "0", "$E"), List.of(ids(answer), answer.get(6), answer.get(7)));
  }

  @Test
  void aBlockThatMayHoldAMatchIsLookedAtJobByJob() {
    rows("red", "$A", "$B");
    block(BLOCKS, "$A", "$B", 2, BLUE_LINE, BLUE_LINE.replace("blue", "red"));
    assertEquals(List.of("$A", "$B"), ids(select(RED, 5, "", "", 100, "s", 0)));
  }

  @Test
  void soIsOneWithWhatVariesAndOneThatTellsNothing() {
    rows("red", "$A", "$B", "$C", "$D", "$E", "$F");
    block(BLOCKS, "$A", "$B", 2, ANY_LINE);
    block(BLOCKS, "$C", "$D", 2);
    block(BLOCKS, "$E", "$F", 2, "{oops");
    assertEquals(6, ids(select(RED, 9, "", "", 100, "s", 0)).size());
  }

  @Test
  void aBlockFromWhichOneWasTakenIsLookedAtAndForgotten() {
    rows("red", "$A", "$B", "$C");
    block(BLOCKS, "$A", "$C", 3, BLUE_LINE);
    rig.jedis().zrem(Keyspace.key("pending"), Keyspace.expand("$B"));
    assertEquals(List.of("$A", "$C"), ids(select(RED, 5, "", "", 100, "s", 0)));
    assertFalse(rig.jedis().exists(BLOCKS));
  }

  @Test
  void oneInWhoseMidstAnotherHasComeToo() {
    rows("red", "$A", "$B", "$C");
    block(BLOCKS, "$A", "$C", 2, BLUE_LINE);
    assertEquals(List.of("$A", "$B", "$C"), ids(select(RED, 5, "", "", 100, "s", 0)));
    assertFalse(rig.jedis().exists(BLOCKS));
  }

  @Test
  void ofOneWhoseHeadWasTakenTheRestIsLookedAt() {
    rows("red", "$B", "$C");
    block(BLOCKS, "$A", "$C", 3, BLUE_LINE);
    assertEquals(List.of("$B", "$C"), ids(select(RED, 5, "", "", 100, "s", 0)));
  }

  @Test
  void whoBelievesNoBlocksLooksAtEveryJob() {
    rows("red", "$A", "$B");
    block(BLOCKS, "$A", "$B", 2, BLUE_LINE);
    assertEquals(List.of("$A", "$B"), ids(select(RED, 5, "", "", 100, "", 0)));
  }

  @Test
  void aHigherPriorityBeforeABlockAndALowerOneBehindAreLookedAt() {
    rows("red", "$A", "$B", "$Y", "$Z");
    rig.jedis().zadd(Keyspace.key("pending"), -5, Keyspace.expand("$Y"));
    rig.jedis().zadd(Keyspace.key("pending"), 4, Keyspace.expand("$Z"));
    block(BLOCKS, "$A", "$B", 2, BLUE_LINE);
    assertEquals(List.of("$Y", "$Z"), ids(select(RED, 5, "", "", 100, "s", 0)));
  }

  @Test
  void whereNothingMatchedIsNotedAndPassedOverUntilSomethingComes() {
    List<String> all = many("blue", 450);
    List<?> answer = select(RED, 5, "", "", 250, "s", 1);
    assertEquals(0L, answer.get(1));
    assertEquals(
        List.of(all.get(0) + all.get(449) + "450"), rig.jedis().zrange(PASSED, 0, -1), "noted");
    assertTrue(rig.jedis().pttl(PASSED) > 0);
    String third = Keyspace.key("job:") + all.get(2);
    rig.jedis().hset(third, "payload", "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"red\"}}\n");
    answer = select(RED, 5, "", "", 250, "s", 0);
    assertEquals(List.of(List.of(), all.get(449)), List.of(ids(answer), answer.get(7)));
    assertEquals(List.of(all.get(2)), ids(select(RED, 5, "", "", 250, "other", 0)));
    rig.jedis().zadd(Keyspace.key("pending"), 0, all.get(2));
    String between = all.get(200) + "z";
    rig.jedis().hset(Keyspace.key("job:") + between, "state", "pending");
    rig.jedis().zadd(Keyspace.key("pending"), 0, between);
    assertEquals(List.of(all.get(2)), ids(select(RED, 5, "", "", 250, "s", 0)), "all looked at");
  }

  @Test
  void aMatchThatIsTakenBreaksNoNoteAndOneThatIsLeftDoes() {
    List<String> all = many("blue", 410);
    String match = all.get(205);
    String payload = "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"red\"}}\n";
    rig.jedis().hset(Keyspace.key("job:") + match, "payload", payload);
    assertEquals(List.of(match), ids(select(RED, 5, "", "", 250, "s", 1)));
    assertEquals(List.of(all.get(0) + all.get(409) + "409"), rig.jedis().zrange(PASSED, 0, -1));
    // its consumer rolls back
    rig.jedis().hset(Keyspace.key("job:") + match, "state", "pending");
    rig.jedis().zadd(Keyspace.key("pending"), 0, match);
    assertEquals(List.of(match), ids(select(RED, 5, "", "", 250, "s", 0)));
  }

  @Test
  void whatIsUndecidedIsInNoNote() {
    List<String> all = many("blue", 399);
    rig.jedis().hset(Keyspace.key("job:") + all.get(199), "payload", "{\"jms\":1,\"red\n");
    select(RED, 5, "", "", 250, "s", 1);
    assertFalse(rig.jedis().exists(PASSED), "199 on either side are too few");
  }

  @Test
  void manyBlocksAreBoundedToo() {
    List<String> all = many("red", 200);
    for (int i = 0; i < 200; i += 2) {
      block(BLOCKS, all.get(i), all.get(i + 1), 2, BLUE_LINE);
    }
    List<?> answer = select(RED, 5, "", "", 20, "s", 0);
    assertEquals(List.of(), ids(answer));
    assertEquals(1L, answer.get(1), "a block costs as much as a job, and 80 are looked at");
    int calls = 1;
    while (answer.get(1).equals(1L)) {
      answer = select(RED, 5, "0", (String) answer.get(7), 20, "s", 0);
      assertEquals(List.of(), ids(answer));
      calls++;
    }
    assertEquals(List.of(2, all.get(199)), List.of(calls, answer.get(7)));
  }

  @Test
  void whereOneOfManyBlocksIsBrokenTheOthersAreStillPassedOver() {
    List<String> all = many("red", 80);
    for (int i = 0; i < 80; i += 8) {
      block(BLOCKS, all.get(i), all.get(i + 7), 8, BLUE_LINE);
    }
    rig.jedis().zrem(Keyspace.key("pending"), all.get(35));
    List<String> found =
        all.subList(32, 40).stream().filter(id -> !id.equals(all.get(35))).toList();
    assertEquals(found, ids(select(RED, 20, "", "", 250, "s", 0)));
    assertEquals(9, rig.jedis().zcard(BLOCKS));
  }

  @Test
  void blocksThatAreNoSortedSetAreNoBlocks() {
    rows("red", "$A");
    rig.jedis().set(BLOCKS, "oops");
    rig.jedis().set(PASSED, "oops");
    assertEquals(List.of("$A"), ids(select(RED, 5, "", "", 250, "s", 1)));
  }

  private void block(String key, String first, String last, int count, String... lines) {
    StringBuilder text = new StringBuilder(Keyspace.expand(first) + Keyspace.expand(last) + count);
    for (String line : lines) {
      text.append('\n').append(line);
    }
    rig.jedis().zadd(key, 0, text.toString());
  }

  private List<?> select(
      String program, int max, String score, String id, int rows, String name, int note) {
    return (List<?>)
        rig.run(
            "fetch-selected",
            max,
            30_000,
            0,
            16_384,
            1_000_000,
            program,
            score,
            id,
            rows,
            "",
            "",
            0,
            "",
            name,
            note);
  }

  private static List<?> ids(List<?> answer) {
    List<?> jobs = (List<?>) answer.get(5);
    return IntStream.range(0, jobs.size() / 4).mapToObj(i -> jobs.get(4 * i)).toList();
  }

  private List<String> many(String colour, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add("JOB00000001%03d".formatted(i));
    }
    rows(colour, ids.toArray(String[]::new));
    return ids;
  }

  private void rows(String colour, String... ids) {
    for (String id : ids) {
      String key = Keyspace.key("job:" + id);
      rig.jedis().hset(key, "state", "pending");
      rig.jedis().hset(key, "attempts", "0");
      String payload = "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"" + colour + "\"}}\n";
      rig.jedis().hset(key, "payload", payload);
      rig.jedis().zadd(Keyspace.key("pending"), 0, Keyspace.expand(id));
    }
  }
}
