package io.echomq.jms.valkey;

import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Traffic;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what goes through the connections of one factory.
 *
 * <p>Threads: any; no locks.
 */
final class TrafficMeter {
  final LongAdder sent = new LongAdder();
  final LongAdder acknowledged = new LongAdder();
  final LongAdder returned = new LongAdder();
  final LongAdder lostLeases = new LongAdder();
  final LongAdder connectionsOpened = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder redelivered = new LongAdder();

  /** Counts what a fetch found, and answers it. */
  Fetched received(Fetched found) {
    int count = found.deliveries().size();
    if (count > 0) {
      received.add(count);
      redelivered.add(found.deliveries().stream().filter(each -> each.redelivered()).count());
    }
    return found;
  }

  /**
   * @param open connections opened by runtimes that have not ended
   */
  Traffic traffic(long open) {
    return new Traffic(
        sent.sum(),
        received.sum(),
        redelivered.sum(),
        acknowledged.sum(),
        returned.sum(),
        lostLeases.sum(),
        connectionsOpened.sum() + open);
  }
}
