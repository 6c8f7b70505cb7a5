package io.echomq.jms.valkey;

import io.echomq.jms.config.Durability.OnTimeout;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.Durability.Sync;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * Refuses {@code sync=aof} where the server cannot tell the truth about it: without {@code
 * WAITAOF}, or with {@code appendfsync} other than {@code always} (hard cases, 30; facts: WAITAOF
 * answers before the fsync otherwise). Asked at connect when the factory wants it, else by the
 * first send that does; and again for each later link of the channel.
 *
 * <p>Threads: any.
 */
final class DurabilityCheck {
  private final Links links;
  private volatile boolean wanted;
  private volatile boolean fit;

  DurabilityCheck(Links links) {
    this.links = links;
  }

  /** The option as the port says it. */
  static Durability of(io.echomq.jms.config.Durability option) {
    return new Durability(
        Sync.valueOf(option.sync().name()),
        option.count(),
        option.timeout().toMillis(),
        option.onTimeout() == OnTimeout.THROW);
  }

  /**
   * Lets pass what the server can do.
   *
   * @throws WireException {@link WireError#UNFIT_ENGINE}
   */
  void require(Durability durability) throws WireException {
    if (durability.sync() == Sync.AOF && !fit) {
      links.with(
          link -> {
            check(link);
            return null;
          });
      wanted = true;
      fit = true;
    }
  }

  /** Looks again at another link's server, when anybody ever asked. */
  void recheck(Link link) throws WireException {
    if (wanted) {
      check(link);
    }
  }

  private static void check(Link link) throws WireException {
    List<?> known = (List<?>) link.call(Command.of("COMMAND", "INFO", "waitaof"));
    if (known.isEmpty() || known.get(0) == null) {
      throw unfit(link, "it has no WAITAOF; use Valkey 8, or sync=replicas");
    }
    String enabled = config(link, "appendonly");
    String fsync = config(link, "appendfsync");
    if (!"yes".equals(enabled) || !"always".equals(fsync)) {
      throw unfit(
          link,
          "it runs with appendonly "
              + enabled
              + " and appendfsync "
              + fsync
              + "; set 'appendonly yes' and 'appendfsync always', or another sync");
    }
  }

  private static String config(Link link, String name) throws WireException {
    try {
      List<?> pair = (List<?>) link.call(Command.of("CONFIG", "GET", name));
      return pair.size() < 2 ? "unknown" : Replies.toText(pair.get(1));
    } catch (WireException e) {
      if (e.error() == WireError.UNAVAILABLE) {
        throw e;
      }
      throw unfit(
          link, "CONFIG GET " + name + " is refused; grant the user +config|get, or another sync");
    }
  }

  private static WireException unfit(Link link, String why) {
    return new WireException(
        WireError.UNFIT_ENGINE, link.where() + ": sync=aof cannot be kept here: " + why);
  }
}
