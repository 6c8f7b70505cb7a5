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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The choice among channels, each before a server of its own that tells what went through it. */
@Timeout(180)
class ChannelsTest {
  private static final int MOST = 3;

  private final List<ScriptedServer> servers = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Channels channels = new Channels(MOST, this::open);

  private SendPort open(int number) {
    ScriptedServer server = new ScriptedServer();
    servers.add(server);
    CommandChannel channel =
        new CommandChannel(
            "test-" + number,
            server,
            new Reconnect(5, 20, () -> 1.0),
            ChannelLimits.DEFAULT,
            60_000,
            60_000,
            failure -> {});
    return new SendPort(channel, "c" + number, null, null, null, null, null, 0, null, null);
  }

  @AfterEach
  void close() {
    servers.forEach(ChannelsTest::pass);
    channels.close(100);
    threads.shutdownNow();
  }

  @Test
  void aThreadThatIsAloneUsesOneChannel() throws Exception {
    ChannelLine one = new ChannelLine(channels);
    ChannelLine other = new ChannelLine(channels);
    for (int i = 0; i < 50; i++) {
      add(one, "a" + i).await();
      add(other, "b" + i).await();
    }
    // Held up for a moment it finds the flusher at work, once in a while.
    assertTrue(servers.get(0).applied.size() > 80, servers.get(0).applied::toString);
  }

  @Test
  void whoFindsAChannelAtWorkDoesNotWaitForIt() throws Exception {
    Future<String> held = hold(new ChannelLine(channels), "slow");
    ChannelLine other = new ChannelLine(channels);

    assertEquals("m1", add(other, "m1").await());
    assertEquals("m2", add(other, "m2").await());

    assertFalse(held.isDone());
    assertEquals(List.of("m1", "m2"), servers.get(1).applied);
    pass(servers.get(0));
    assertEquals("slow", held.get());
    assertEquals(2, servers.size());
  }

  @Test
  void callsFollowTheirPredecessorAsLongAsItIsNotAnswered() throws Exception {
    ChannelLine line = new ChannelLine(channels);
    Future<String> held = hold(line, "first");
    Reply<String> second = add(line, "second");
    Reply<String> patient = addPatient(line, "third");
    // A channel that is free there is: not for this line.
    add(new ChannelLine(channels), "other").await();

    pass(servers.get(0));
    held.get();
    second.await();
    patient.await();

    assertEquals(List.of("first", "second", "third"), servers.get(0).applied);
    assertEquals(List.of("other"), servers.get(1).applied);
  }

  @Test
  void appendsToAStreamFollowEachOtherWhoeverMakesThem() throws Exception {
    add(new ChannelLine(channels), "m").await();
    Future<String> held = hold(new ChannelLine(channels), "slow");
    byte[] stream = {1};
    Reply<String> first = append(new ChannelLine(channels), stream, "first");
    Reply<String> second = append(new ChannelLine(channels), stream, "second");
    pass(servers.get(0));
    held.get();
    first.await();
    second.await();
    assertEquals(List.of("m", "slow", "first", "second"), servers.get(0).applied);
    assertEquals(1, servers.size());
  }

  @Test
  void theActionsOfALineKeepItsOrder() throws Exception {
    ChannelLine line = new ChannelLine(channels);
    List<String> acted = new CopyOnWriteArrayList<>();
    Semaphore free = new Semaphore(0);
    Semaphore acting = new Semaphore(0);
    servers.get(0).gate = new Semaphore(0);
    add(line, "m1")
        .whenDone(
            (value, failure) -> {
              acting.release();
              free.acquireUninterruptibly();
              acted.add(value);
            });
    pass(servers.get(0));
    acting.acquire();

    Reply<String> second = add(line, "m2");
    second.whenDone((value, failure) -> acted.add(value));
    // Another line's call does not wait: there is a channel that is free.
    add(new ChannelLine(channels), "other").await();

    assertEquals(List.of(), acted);
    free.release();
    second.await();
    await().until(() -> acted.size() == 2);
    assertEquals(List.of("m1", "m2"), acted);
  }

  @Test
  void behindACallInDoubtALineStaysOnItsChannel() throws Exception {
    ChannelLine line = new ChannelLine(channels);
    ChannelCall<?>[] doubtful = new ChannelCall<?>[1];
    add(line, "before").await();
    line.submit(
        port -> {
          AddCall call = new AddCall(port.channel(), "q", "doubtful");
          doubtful[0] = call;
          return call;
        });
    doubtful[0].fail(new WireException(WireError.IN_DOUBT, "no answer in time"));
    Future<String> held = hold(new ChannelLine(channels), "slow");

    Reply<String> later = add(line, "later");
    pass(servers.get(0));
    held.get();
    later.await();

    assertTrue(servers.get(0).applied.contains("later"), servers.get(0).applied::toString);
  }

  @Test
  void afterItsLastAnswerALineTakesAnotherChannelWhenItsOwnIsAtWork() throws Exception {
    ChannelLine line = new ChannelLine(channels);
    add(line, "first").await();
    Future<String> held = hold(new ChannelLine(channels), "slow");

    add(line, "second").await();

    assertEquals(List.of("second"), servers.get(1).applied);
    assertFalse(held.isDone());
  }

  @Test
  void callsGatherWhereTheFewestWaitOnceAllChannelsAreAtWork() throws Exception {
    List<Future<String>> held = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      held.add(hold(new ChannelLine(channels), "slow" + i));
    }
    List<Reply<String>> gathered = new ArrayList<>();
    IntStream.range(0, 2 * MOST)
        .forEach(i -> gathered.add(add(new ChannelLine(channels), "m" + i)));
    servers.forEach(ChannelsTest::pass);
    for (Future<String> each : held) {
      each.get();
    }
    for (Reply<String> each : gathered) {
      each.await();
    }
    assertEquals(MOST, servers.size());
    servers.forEach(server -> assertEquals(3, server.applied.size(), server.applied::toString));
  }

  @Test
  void whatMayWaitForCompanyKeepsAwayFromThoseWhoWaitForAnAnswer() throws Exception {
    Future<String> held = hold(new ChannelLine(channels), "slow");
    add(new ChannelLine(channels), "m").await();
    pass(servers.get(0));
    held.get();

    addPatient(new ChannelLine(channels), "ack").await();

    assertEquals(List.of("m", "ack"), servers.get(1).applied);
  }

  @Test
  void toWaitForAllIsToWaitOnEachChannel() throws Exception {
    hold(new ChannelLine(channels), "slow");
    assertFalse(channels.awaitAll(50));
    add(new ChannelLine(channels), "m").await();
    pass(servers.get(0));
    assertTrue(channels.awaitAll(60_000));
    assertEquals(List.of("slow"), servers.get(0).applied);
  }

  @Test
  void aFailureEndsTheCallsOfAllChannelsAndNoneIsOpenedAnyMore() throws Exception {
    Future<String> one = hold(new ChannelLine(channels), "one");
    ChannelLine line = new ChannelLine(channels);
    Future<String> two = hold(line, "two");

    channels.fail(new WireException(WireError.FAILED, "the lease is over"));

    servers.forEach(ChannelsTest::pass);
    assertThrows(Exception.class, one::get);
    assertThrows(Exception.class, two::get);
    Reply<String> late = add(new ChannelLine(channels), "late");
    assertEquals(WireError.FAILED, assertThrows(WireException.class, late::await).error());
    assertEquals(2, servers.size());
  }

  @Test
  void anActionOfOneChannelMustNotWaitForAnother() throws Exception {
    ChannelLine one = new ChannelLine(channels);
    ChannelLine other = new ChannelLine(channels);
    Future<String> held = hold(one, "slow");
    hold(other, "also slow");
    Reply<String> due = add(one, "due");
    AtomicReference<WireError> refused = new AtomicReference<>();
    add(other, "acts").whenDone((value, failure) -> refused.set(errorOf(due)));

    pass(servers.get(1));
    await().until(() -> refused.get() != null);

    assertEquals(WireError.WRONG_STATE, refused.get());
    pass(servers.get(0));
    held.get();
    due.await();
  }

  @Test
  void oneProcessorHasOneChannelAndManyHaveEight() {
    assertEquals(1, Channels.mostFor(1));
    assertEquals(4, Channels.mostFor(2));
    assertEquals(8, Channels.mostFor(64));
  }

  /** A call that a thread of its own waits for, with its channel held up at its server. */
  private Future<String> hold(ChannelLine line, String item) {
    Future<String> held =
        threads.submit(
            () -> {
              Reply<String> reply =
                  line.submit(
                      port -> {
                        number(port).gate = new Semaphore(0);
                        return new AddCall(port.channel(), "q", item);
                      });
              return reply.await();
            });
    await().until(() -> servers.stream().anyMatch(each -> each.applied.contains(item)));
    return held;
  }

  private ScriptedServer number(SendPort port) {
    return servers.get(Integer.parseInt(port.name().substring(1)));
  }

  private static void pass(ScriptedServer server) {
    Semaphore gate = server.gate;
    server.gate = null;
    if (gate != null) {
      gate.release(1_000_000);
    }
  }

  private static Reply<String> add(ChannelLine line, String item) {
    return line.submit(port -> new AddCall(port.channel(), "q", item));
  }

  private static Reply<String> addPatient(ChannelLine line, String item) {
    return line.submitPatient(port -> new AddCall(port.channel(), "q", item));
  }

  private static Reply<String> append(ChannelLine line, byte[] stream, String item) {
    return line.submitTo(stream, port -> new AddCall(port.channel(), "q", item));
  }

  private static WireError errorOf(Reply<String> reply) {
    try {
      reply.await();
      return null;
    } catch (WireException failure) {
      return failure.error();
    }
  }
}
