package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The reply to acknowledgements of several queues: there when each part is. Parts fail each for
 * itself; the first failure is the reply's.
 *
 * <p>Threads: safe for use by any.
 */
final class Acknowledgements implements Reply<Settled> {
  private final List<PendingReply<Settled>> parts;
  private final List<LeaseToken> known;

  /**
   * @param lost known to be lost already
   */
  Acknowledgements(List<PendingReply<Settled>> parts, List<LeaseToken> lost) {
    this.parts = parts;
    this.known = List.copyOf(lost);
  }

  @Override
  public Settled await() throws WireException {
    List<LeaseToken> lost = new ArrayList<>(known);
    List<LeaseToken> gone = new ArrayList<>();
    WireException first = null;
    for (PendingReply<Settled> part : parts) {
      try {
        Settled settled = part.await();
        lost.addAll(settled.lost());
        gone.addAll(settled.gone());
      } catch (WireException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
    return lost.isEmpty() && gone.isEmpty() ? Settled.ALL : new Settled(lost, gone);
  }

  @Override
  public boolean isDone() {
    return parts.stream().allMatch(PendingReply::isDone);
  }

  @Override
  public void whenDone(BiConsumer<? super Settled, ? super WireException> action) {
    AtomicInteger left = new AtomicInteger(parts.size());
    for (PendingReply<Settled> part : parts) {
      part.whenDone(
          (settled, failure) -> {
            if (left.decrementAndGet() == 0) {
              tell(action);
            }
          });
    }
  }

  /** Every part is done: await returns at once. */
  private void tell(BiConsumer<? super Settled, ? super WireException> action) {
    Settled settled = null;
    WireException failure = null;
    try {
      settled = await();
    } catch (WireException e) {
      failure = e;
    }
    action.accept(settled, failure);
  }
}
