package io.echomq.jms.delivery;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wake-ups between an empty fetch and enlisting, step by step; the beat is too rare to help. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class WakerRaceTest {
  private final DeliveryFixture fixture = new DeliveryFixture();
  private final Waker waker = fixture.hub.waker();

  WakerRaceTest() throws WireException {}

  @AfterEach
  void close() {
    fixture.close();
  }

  private static final class Stub implements Waiter {
    private final Readiness readiness;
    private int wakes;

    Stub(Readiness readiness) {
      this.readiness = readiness;
    }

    @Override
    public Readiness readiness() {
      return readiness;
    }

    @Override
    public boolean selective() {
      return false;
    }

    @Override
    public boolean wake() {
      wakes++;
      return true;
    }
  }

  private long openAndMark(Address address) {
    fixture.hub.stop();
    waker.opened(address);
    return waker.mark(address);
  }

  @Test
  void readinessSeenWhileNobodyWasEnlistedMakesTheNextOneFetchAgain() {
    long mark = openAndMark(fixture.queue);

    waker.tended(fixture.queue, new Tended(true, -1));

    assertFalse(waker.enlist(fixture.queue, new Stub(Waiter.Readiness.IDLE), mark));
  }

  @Test
  void tokenGivenToABusyWaiterMakesTheNextOneFetchAgain() {
    long mark = openAndMark(fixture.queue);
    Stub busy = new Stub(Waiter.Readiness.BUSY);
    assertTrue(waker.enlist(fixture.queue, busy, mark));

    waker.token(fixture.queue);

    assertEquals(1, busy.wakes);
    assertFalse(waker.enlist(fixture.queue, new Stub(Waiter.Readiness.IDLE), mark));
  }

  @Test
  void idleWaiterIsWokenBeforeABusyOne() {
    long mark = openAndMark(fixture.queue);
    Stub busy = new Stub(Waiter.Readiness.BUSY);
    Stub idle = new Stub(Waiter.Readiness.IDLE);
    assertTrue(waker.enlist(fixture.queue, busy, mark));
    assertTrue(waker.enlist(fixture.queue, idle, mark));

    waker.token(fixture.queue);

    assertEquals(0, busy.wakes);
    assertEquals(1, idle.wakes);
  }

  @Test
  void wakeUpOfAFeedThatClosesUnusedGoesToAnother() throws Exception {
    Feed unused = fixture.feed();
    assertFalse(unused.refill(true, Deadline.after(-1)));
    CompletableFuture<String> other = fixture.receiveAsync(fixture.feed(), -1);
    await().until(() -> fixture.server.faults().calls("fetch") >= 2);
    fixture.server.enqueueForeign(fixture.message("a").build());
    waker.more(fixture.queue);
    assertTrue(unused.slot().isWanted());
    assertFalse(other.isDone());

    unused.close();

    assertEquals("a", other.get(30, TimeUnit.SECONDS));
  }
}
