package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.EndStations;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the messages of which queue end: as said for the queue, or else as the factory says.
 *
 * <p>Threads: any.
 */
final class Routes {
  private final EndStations everywhere;
  private final Map<String, EndStations> byQueue = new ConcurrentHashMap<>();

  Routes(Options options) {
    everywhere =
        new EndStations(
            options.redelivery().deadLetterQueue().orElse(null),
            options.sending().expiryQueue().orElse(null));
  }

  void set(Address queue, EndStations stations) {
    byQueue.put(queue.base(), stations);
  }

  /** The queue for dead letters of this one; null: none, also for that queue itself. */
  String deadLetters(Address queue) {
    return other(queue, of(queue).deadLetterQueue());
  }

  /** The queue for expired messages of this one; null: none, also for that queue itself. */
  String expired(Address queue) {
    return other(queue, of(queue).expiryQueue());
  }

  private EndStations of(Address queue) {
    return byQueue.getOrDefault(queue.base(), everywhere);
  }

  private static String other(Address queue, String target) {
    return queue.base().equals(target) || queue.isTemporary() ? null : target;
  }
}
