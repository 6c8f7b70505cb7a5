package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class CommandChannelTest {
  /** A send timeout that can be waited for, and that is enough for a call on a busy machine, ms. */
  private static final long BRIEF = 1_500;

  private static final long REPLY_TIMEOUT = 10_000;

  private final ScriptedServer server = new ScriptedServer();
  private final List<WireException> failures = new CopyOnWriteArrayList<>();
  private CommandChannel channel = channel(5_000, ChannelLimits.DEFAULT);

  @AfterEach
  void close() {
    close(100);
  }

  @Test
  void oneThreadAlonePaysOneRoundTripEachAndChangesNoThread() throws Exception {
    for (int i = 0; i < 200; i++) {
      assertEquals("m" + i, add("q", "m" + i).await());
    }
    assertEquals(200, server.writers.size());
    long own = server.writers.stream().filter(t -> t == Thread.currentThread()).count();
    assertTrue(own >= 150, "the caller itself wrote only " + own + " of 200");
    assertEquals(1, server.opened.get());
  }

  @Test
  void callsThatNobodyWaitsForAreServedInOrderAndShareScriptCalls() {
    server.gate = new Semaphore(0);
    IntStream.range(0, 1000).forEach(i -> add("q", "m" + i));
    server.gate.release(1_000_000);
    await().until(() -> server.applied.size() == 1000);
    assertEquals(numbered(1000), server.applied);
    assertTrue(server.calls.size() < 100, "script calls: " + server.calls.size());
  }

  @Test
  void anActionOnAReplyRunsInTheOrderOfTheCalls() {
    List<String> done = new CopyOnWriteArrayList<>();
    IntStream.range(0, 500).forEach(i -> add("q", "m" + i).whenDone((v, e) -> done.add(v)));
    await().until(() -> done.size() == 500);
    assertEquals(numbered(500), done);
  }

  @Test
  void theOrderOnTheWireIsTheOrderOfTheCallsWhoeverWaits() throws Exception {
    for (int i = 0; i < 300; i++) {
      Reply<String> reply = add(i % 7 < 3 ? "a" : "b", "m" + i);
      if (i % 5 == 0) {
        reply.await();
      }
    }
    add("a", "m300").await();
    assertEquals(numbered(301), server.applied);
  }

  @Test
  void manyThreadsShareThePipelinesAndEachKeepsItsOwnOrder() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      String name = "t" + t + "-";
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 200; i++) {
                  assertEquals(name + i, add("q", name + i).await());
                }
                return null;
              }));
    }
    for (Future<?> each : running) {
      each.get(30, TimeUnit.SECONDS);
    }
    threads.shutdown();
    for (int t = 0; t < 16; t++) {
      String name = "t" + t + "-";
      List<String> mine = server.applied.stream().filter(m -> m.startsWith(name)).toList();
      assertEquals(IntStream.range(0, 200).mapToObj(i -> name + i).toList(), mine);
    }
  }

  @Test
  void aLostReplyIsAskedForAgainUnchangedAndAppliedOnce() throws Exception {
    add("q", "m0").await();
    server.faults.add(ScriptedServer.Fault.LOST_AFTER);
    add("q", "m1").await();
    assertEquals(numbered(2), server.applied);
    assertEquals(server.calls.get(1), server.calls.get(2));
    assertEquals(2, server.opened.get());
  }

  @Test
  void aCallThatNeverArrivedIsWrittenAgainBeforeLaterOnes() throws Exception {
    add("q", "m0").await();
    server.faults.add(ScriptedServer.Fault.LOST_BEFORE);
    Reply<String> first = add("a", "m1");
    Reply<String> second = add("b", "m2");
    second.await();
    assertTrue(first.isDone());
    assertEquals(numbered(3), server.applied);
  }

  @Test
  void aMissingScriptIsLoadedAndTheCallsGoAgainInOrder() throws Exception {
    server.faults.add(ScriptedServer.Fault.NO_SCRIPT);
    Reply<String> first = add("a", "m0");
    add("b", "m1").await();
    assertTrue(first.isDone());
    assertEquals(numbered(2), server.applied);
    assertEquals(1, server.loads.get());
  }

  @Test
  void aBusyServerIsAskedAgain() throws Exception {
    server.faults.add(ScriptedServer.Fault.BUSY);
    add("a", "m0").await();
    assertEquals(numbered(1), server.applied);
  }

  @Test
  void whatWasRefusedIsNotOvertakenByWhatWasWrittenBehindIt() throws Exception {
    refusesTheFirstOfMany(ScriptedServer.Fault.FIRST_BUSY);
  }

  @Test
  void norByWhatWasWrittenBehindItWhenTheLinkIsLostToo() throws Exception {
    refusesTheFirstOfMany(ScriptedServer.Fault.FIRST_BUSY_THEN_LOST);
  }

  /** Each call is a batch of its own, and all travel in one pipeline. */
  private void refusesTheFirstOfMany(ScriptedServer.Fault fault) throws Exception {
    close();
    channel = channel(5_000, new ChannelLimits(1, 1L << 20, 64, 1L << 20, 64, 1L << 20));
    Semaphore gate = new Semaphore(0);
    server.gate = gate;
    add("a", "first");
    await().until(() -> server.applied.size() == 1);
    for (int i = 0; i < 5; i++) {
      add("q", "m" + i);
      add("b", "other");
    }
    server.faults.add(fault);
    server.gate = null;
    gate.release(); // for the one that waits for the first reply
    add("q", "m5").await();
    assertEquals(
        numbered(6), server.applied.stream().filter(item -> item.startsWith("m")).toList());
  }

  @Test
  void aCallThatWaitsForAServerThatIsAwayFailsAfterTheSendTimeoutAndIsNotAppliedLater()
      throws Exception {
    reopen(BRIEF);
    server.goAway();
    assertEquals(WireError.UNAVAILABLE, failureOf(add("q", "lost")));
    server.comeBack();
    add("q", "m0").await();
    assertEquals(numbered(1), server.applied);
  }

  @Test
  void aWrittenCallWithoutAReplyIsInDoubtAndNeverWrittenAgain() throws Exception {
    reopen(BRIEF);
    server.gate = new Semaphore(0);
    assertEquals(WireError.IN_DOUBT, failureOf(add("q", "m0")));
    server.gate = null;
    add("q", "m1").await();
    assertEquals(2, server.calls.size());
  }

  @Test
  void nobodyWaitsLongerThanTheSendTimeoutBehindAStuckLeader() throws Exception {
    reopen(BRIEF);
    add("q", "m0").await();
    server.gate = new Semaphore(0);
    ExecutorService other = Executors.newSingleThreadExecutor();
    Future<WireError> leader = other.submit(() -> failureOf(add("q", "m1")));
    await().until(() -> server.calls.size() == 2);
    long begun = System.nanoTime();
    WireError mine = failureOf(add("q", "m2"));
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    other.shutdown();
    assertTrue(waited < REPLY_TIMEOUT / 2, "waited " + waited + " ms");
    assertTrue(mine == WireError.IN_DOUBT || mine == WireError.UNAVAILABLE, mine.name());
    assertEquals(WireError.IN_DOUBT, leader.get(20, TimeUnit.SECONDS));
  }

  @Test
  void callsSurviveAnOutageShorterThanTheSendTimeout() throws Exception {
    add("q", "m0").await();
    server.goAway();
    Reply<String> first = add("q", "m1");
    Reply<String> second = add("q", "m2");
    await().pollDelay(100, TimeUnit.MILLISECONDS).until(() -> !first.isDone());
    server.comeBack();
    second.await();
    assertEquals(numbered(3), server.applied);
  }

  @Test
  void aFinalRefusalEndsEveryCallAndIsToldOnce() throws Exception {
    add("q", "m0").await();
    server.unreachable = new WireException(WireError.FOREIGN_VERSION, "echomq:3.0.0");
    assertThrows(WireException.class, add("q", "m1")::await);
    assertEquals(WireError.FOREIGN_VERSION, failureOf(add("q", "m2")));
    assertEquals(1, failures.size());
  }

  @Test
  void anEndedLeaseFailsWhatWaitsAndWhatComes() throws Exception {
    server.gate = new Semaphore(0);
    Reply<String> waiting = add("q", "m0");
    await().until(() -> server.calls.size() == 1);
    channel.fail(new WireException(WireError.FAILED, "node lease is over"));
    assertEquals(WireError.IN_DOUBT, failureOf(waiting));
    assertEquals(WireError.FAILED, failureOf(add("q", "m1")));
  }

  @Test
  void closeServesWhatWaitsAndLeavesNoThread() throws Exception {
    List<Reply<String>> replies = new ArrayList<>();
    IntStream.range(0, 300).forEach(i -> replies.add(add("q", "m" + i)));
    close(5_000);
    assertEquals(numbered(300), server.applied);
    assertTrue(replies.stream().allMatch(Reply::isDone));
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(t -> t.getName().equals("emq-test-flush")));
    assertEquals(WireError.CLOSED, failureOf(add("q", "late")));
  }

  @Test
  void anActionMayCloseTheChannelAndWhatIsLeftFails() throws Exception {
    server.gate = new Semaphore(0);
    add("a", "m0").whenDone((v, e) -> close(1_000));
    await().until(() -> server.calls.size() == 1);
    Reply<String> left = add("b", "m1");
    server.gate.release(1_000_000);
    assertEquals(WireError.CLOSED, failureOf(left));
  }

  @Test
  void closeGivesUpOnAServerThatIsAway() throws Exception {
    server.goAway();
    Reply<String> reply = add("q", "m0");
    close(100);
    assertEquals(WireError.CLOSED, failureOf(reply));
  }

  @Test
  void anInterruptedThreadStopsWaitingAndItsCallIsStillServed() throws Exception {
    server.goAway();
    Reply<String> reply = add("q", "m0");
    Thread.currentThread().interrupt();
    assertEquals(WireError.INTERRUPTED, failureOf(reply));
    assertTrue(Thread.interrupted());
    server.comeBack();
    await().until(() -> server.applied.size() == 1);
  }

  @Test
  void aFullChannelMakesTheCallerWaitForRoom() throws Exception {
    close();
    channel = channel(5_000, new ChannelLimits(4, 1000, 8, 1000, 16, 1000));
    server.gate = new Semaphore(0);
    ExecutorService producer = Executors.newSingleThreadExecutor();
    Future<?> sending =
        producer.submit(() -> IntStream.range(0, 200).forEach(i -> add("q", "m" + i)));
    await().until(() -> server.calls.size() > 0);
    assertFalse(sending.isDone());
    server.gate.release(1_000_000);
    sending.get(30, TimeUnit.SECONDS);
    producer.shutdown();
    await().until(() -> server.applied.size() == 200);
    assertEquals(numbered(200), server.applied);
  }

  @Test
  void anActionThatWaitsForAnotherReplyIsRefusedAsAFailureOfThePort() throws Exception {
    Reply<String> other = add("b", "m1");
    AtomicReference<WireError> refusal = new AtomicReference<>();
    server.gate = new Semaphore(0);
    add("a", "m0").whenDone((v, e) -> refusal.set(failureOf(add("c", "m2"))));
    server.gate.release(1_000_000);
    other.await();
    await().until(() -> refusal.get() != null);
    assertEquals(WireError.WRONG_STATE, refusal.get());
  }

  @Test
  void anActionThatThrowsDoesNotStopTheChannel() throws Exception {
    add("q", "m0")
        .whenDone(
            (v, e) -> {
              throw new IllegalStateException("thrown by a test");
            });
    add("q", "m1").await();
    assertEquals(numbered(2), server.applied);
  }

  private void close(long timeoutMillis) {
    channel.settle(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    channel.giveUp();
    channel.end();
  }

  private Reply<String> add(String kin, String item) {
    return channel.submit(new AddCall(channel, kin, item));
  }

  private void reopen(long sendTimeoutMillis) {
    close();
    channel = channel(sendTimeoutMillis, ChannelLimits.DEFAULT);
  }

  private CommandChannel channel(long sendTimeoutMillis, ChannelLimits limits) {
    return new CommandChannel(
        "test",
        server,
        new Reconnect(5, 20, () -> 1.0),
        limits,
        sendTimeoutMillis,
        REPLY_TIMEOUT,
        failures::add);
  }

  private static WireError failureOf(Reply<?> reply) {
    return assertThrows(WireException.class, reply::await).error();
  }

  private static List<String> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
  }
}
