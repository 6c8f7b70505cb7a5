package io.echomq.jms.valkey;

import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.Durability.Sync;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stands behind a batch so that it counts as done only when its writes are safe: {@code WAIT}
 * or {@code WAITAOF}, in the same pipeline (hard cases, 30).
 *
 * <p>Both wait for the last write of their own connection. A repeat over a new connection may write
 * nothing, since the script remembers; so a tiny write of our own always goes before.
 */
final class DurabilityTail {
  private static final Logger LOG = LoggerFactory.getLogger(DurabilityTail.class);
  private static final long MARK_MILLIS = 60_000;

  private DurabilityTail() {}

  /** Adds the commands; none when nothing is asked. */
  static void addTo(List<Command> commands, Durability durability, byte[] mark) {
    if (durability.sync() == Sync.NONE) {
      return;
    }
    commands.add(Command.of("SET", mark, "1", "PX", MARK_MILLIS));
    if (durability.sync() == Sync.REPLICAS) {
      commands.add(Command.of("WAIT", durability.count(), durability.timeoutMillis()));
    } else {
      commands.add(Command.of("WAITAOF", 1, 0, durability.timeoutMillis()));
    }
  }

  /**
   * Judges the replies.
   *
   * @return null when all is safe or a warning is enough; else why the calls are in doubt
   */
  static WireException check(Durability durability, List<Object> replies, String doing) {
    if (durability.sync() == Sync.NONE) {
      return null;
    }
    Object reply = replies.get(replies.size() - 1);
    String why = missing(durability, reply);
    if (why == null) {
      return null;
    }
    String message = doing + ": applied, durability unknown: " + why;
    if (durability.throwOnTimeout()) {
      return new WireException(
          WireError.IN_DOUBT, message, reply instanceof WireException cause ? cause : null);
    }
    LOG.warn("{}", message);
    return null;
  }

  private static String missing(Durability durability, Object reply) {
    if (reply instanceof WireException refused) {
      return refused.getMessage();
    }
    String within = " within " + durability.timeoutMillis() + " ms";
    if (durability.sync() == Sync.REPLICAS) {
      long have = Replies.toLong(reply);
      return have >= durability.count()
          ? null
          : have + " of " + durability.count() + " replicas had it" + within;
    }
    long local = Replies.toLong(((List<?>) reply).get(0));
    return local >= 1 ? null : "the append-only file was not synced" + within;
  }
}
