package io.echomq.jms.valkey;

import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.WireException;
import java.util.Map;

/**
 * Which records are for a subscription: its selector, {@code noLocal}, not expired, and not sent
 * before it existed (hard cases, 21).
 *
 * <p>Threads: any (immutable).
 */
record RecordFilter(
    Filter filter, boolean noLocal, Origin self, long createdMicros, ServerClock clock) {

  /**
   * @param origins of raw records, where {@code noLocal} has to know
   */
  boolean accepts(StreamRecord record, Map<StreamId, String> origins) throws WireException {
    if (record.sentMicros() >= 0 && record.sentMicros() < createdMicros) {
      return false;
    }
    if (noLocal && self.sent(record.isOurs() ? record.origin() : origins.get(record.id()))) {
      return false;
    }
    long expiration = record.message().header().expiration();
    return (expiration <= 0 || expiration > clock.now())
        && (filter == null || filter.check().test(record.message()));
  }
}
