package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class MintTest {
  private static final long START = 1_795_959_296_123L;

  private final AtomicLong wall = new AtomicLong(START);
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger losses = new AtomicInteger();
  private final MintSequence sequence = new MintSequence();

  @Test
  void idsCarryTimeNodeAndSequence() throws WireException {
    Mint mint = mint(517);
    for (int seq = 0; seq < 8; seq++) {
      assertEquals(BrandedId.compose(START, 517, seq), mint.next());
    }
    assertEquals("JOB0STF4r0SSq0", mint(517).next("JOB"));
  }

  @Test
  void aUsedUpMillisecondBorrowsTheNextOnes() throws WireException {
    Mint mint = mint(3);
    long last = -1;
    for (int i = 0; i < 4096 * (1 + Mint.MAX_LEAD_MILLIS); i++) {
      long next = mint.next();
      assertTrue(next > last, "mint order");
      last = next;
    }
    assertEquals(START + Mint.MAX_LEAD_MILLIS, BrandedId.millisOf(last));
    assertEquals(4095, BrandedId.seqOf(last));
  }

  @Test
  void pastTheLeadItWaitsForTheClock() throws Exception {
    Mint mint = mint(3);
    for (int i = 0; i < 4096 * (1 + Mint.MAX_LEAD_MILLIS); i++) {
      mint.next();
    }
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<Long> waiting = other.submit(() -> mint.next());
      pass(1);
      assertEquals(BrandedId.compose(START + 11, 3, 0), waiting.get());
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    Mint mint = mint(3);
    for (int i = 0; i < 4096 * (1 + Mint.MAX_LEAD_MILLIS); i++) {
      mint.next();
    }
    Thread.currentThread().interrupt();
    WireException interrupted = assertThrows(WireException.class, mint::next);
    assertEquals(WireError.INTERRUPTED, interrupted.error());
    assertTrue(Thread.interrupted(), "the flag stays set");
  }

  @Test
  void aClockSetBackRepeatsNothing() throws WireException {
    Mint mint = mint(3);
    long before = mint.next();
    wall.addAndGet(-5);
    long after = mint.next();
    assertTrue(after > before);
    assertEquals(START, BrandedId.millisOf(after));
  }

  @Test
  void manyThreadsAndFactoriesNeverMintTheSame() throws Exception {
    ServerClock clock = new ServerClock();
    List<Mint> mints = new ArrayList<>();
    for (int node = 0; node < 4; node++) {
      NodeLease lease = lease(clock, System::nanoTime, Duration.ofHours(1));
      lease.adopt(node, 0, clock.now() + 3_600_000, System.nanoTime());
      mints.add(new Mint(sequence, clock, lease));
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<long[]>> all = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        Mint mint = mints.get(t % 4);
        all.add(
            threads.submit(
                () -> {
                  long[] minted = new long[20_000];
                  for (int i = 0; i < minted.length; i++) {
                    minted[i] = mint.next();
                  }
                  return minted;
                }));
      }
      Set<Long> pairs = new HashSet<>();
      for (Future<long[]> each : all) {
        long last = -1;
        for (long id : each.get()) {
          assertTrue(id > last, "each thread sees its ids rise");
          last = id;
          long pair = BrandedId.millisOf(id) << 12 | BrandedId.seqOf(id);
          assertTrue(pairs.add(pair), "one sequence for all factories");
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void nothingIsMintedNearTheEndOfTheNodeLease() throws WireException {
    Mint mint = mint(3);
    pass(53_999);
    assertEquals(START + 53_999, BrandedId.millisOf(mint.next()));
    pass(1);
    assertFailed(mint);
    assertEquals(1, losses.get());
    wall.set(START);
    assertFailed(mint);
    assertEquals(1, losses.get(), "told once");
  }

  @Test
  void aBurstNearTheEndOfTheNodeLeaseDoesNotRunAheadOfIt() throws Exception {
    Mint mint = mint(3);
    pass(53_999);
    for (int i = 0; i < 2 * 4096; i++) {
      assertTrue(BrandedId.millisOf(mint.next()) <= START + 54_000);
    }
    ExecutorService other = Executors.newSingleThreadExecutor();
    AtomicReference<Thread> minter = new AtomicReference<>();
    Future<Long> beyond =
        other.submit(
            () -> {
              minter.set(Thread.currentThread());
              return mint.next();
            });
    await().until(() -> beyond.isDone() || isWaiting(minter.get()));
    pass(1);
    ExecutionException refused = assertThrows(ExecutionException.class, beyond::get);
    assertEquals(WireError.FAILED, ((WireException) refused.getCause()).error());
    other.shutdown();
  }

  private static boolean isWaiting(Thread thread) {
    return thread != null && thread.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  void aSuspendThatStopsTheMonotonicClockIsSeenByTheWallClock() {
    Mint mint = mint(3);
    wall.addAndGet(60_000);
    assertFailed(mint);
  }

  @Test
  void aWallClockSetBackDoesNotProlongTheLease() {
    Mint mint = mint(3);
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertFailed(mint);
  }

  @Test
  void borrowedTimeNeverReachesTheEndOfTheLease() throws WireException {
    Mint mint = mint(3);
    pass(53_998);
    for (int i = 0; i < 2 * 4096; i++) {
      assertTrue(BrandedId.millisOf(mint.next()) < START + 54_000);
    }
    pass(2);
    assertFailed(mint);
  }

  @Test
  void aSuccessorMintsOnlyAboveItsPredecessor() throws WireException {
    long last = mint(900).next();
    MintSequence elsewhere = new MintSequence();
    ServerClock clock = new ServerClock(wall::get, nanos::get);
    NodeLease lease = lease(clock, nanos::get, Duration.ofSeconds(60), elsewhere);
    lease.adopt(900, START, START + 60_000, nanos.get());
    assertTrue(new Mint(elsewhere, clock, lease).next() > last);
  }

  @Test
  void raisingSkipsToTheTopOfAStreamButNotFarAhead() throws WireException {
    Mint mint = mint(3);
    mint.raise(BrandedId.compose(START + 4, 1000, 9));
    assertEquals(BrandedId.compose(START + 5, 3, 0), mint.next());
    mint.raise(BrandedId.compose(START + 3_600_000, 1000, 9));
    assertEquals(BrandedId.compose(START + 5, 3, 1), mint.next());
  }

  @Test
  void raisingPastAnIdOfALowerNodeLosesNoMoreThanThat() throws WireException {
    Mint mint = mint(3);
    mint.raise(BrandedId.compose(START + 4, 3, 9));
    assertEquals(BrandedId.compose(START + 4, 3, 10), mint.next());
    mint.raise(BrandedId.compose(START + 4, 2, 20));
    assertEquals(BrandedId.compose(START + 4, 3, 21), mint.next());
    mint.raise(BrandedId.compose(START + 4, 2, 5));
    assertEquals(BrandedId.compose(START + 4, 3, 22), mint.next());
  }

  private void assertFailed(Mint mint) {
    assertEquals(WireError.FAILED, assertThrows(WireException.class, mint::next).error());
  }

  private void pass(long millis) {
    wall.addAndGet(millis);
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private Mint mint(int node) {
    ServerClock clock = new ServerClock(wall::get, nanos::get);
    NodeLease lease = lease(clock, nanos::get, Duration.ofSeconds(60));
    lease.adopt(node, 0, START + 60_000, nanos.get());
    return new Mint(sequence, clock, lease);
  }

  private NodeLease lease(ServerClock clock, LongSupplier nanoTime, Duration length) {
    return lease(clock, nanoTime, length, sequence);
  }

  private NodeLease lease(
      ServerClock clock, LongSupplier nanoTime, Duration length, MintSequence own) {
    return new NodeLease(
        new ScriptRunner(),
        new NodeScripts(null, null, null),
        new Keys(),
        clock,
        own,
        "me",
        length,
        failure -> losses.incrementAndGet(),
        nanoTime);
  }
}
