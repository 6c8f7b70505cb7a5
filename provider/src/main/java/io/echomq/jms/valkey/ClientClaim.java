package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a client id, also from a process that has crashed: from a holder whose link the server no
 * longer has, when the holder has not been seen over another one for its grace (ADR 0012).
 *
 * <p>Threads: any; the caller's waits, at most for a grace.
 */
final class ClientClaim {
  private static final Logger LOG = LoggerFactory.getLogger(ClientClaim.class);

  /** How often it looks for the holder meanwhile, ms; four times in a shorter grace. */
  private static final long LOOK_MILLIS = 200;

  private final PooledCalls calls;

  ClientClaim(PooledCalls calls) {
    this.calls = calls;
  }

  /** True when the client id is the lease's now; false when somebody holds it who may live. */
  boolean take(ClientLease lease) throws WireException {
    String holder = null;
    long missedSince = 0;
    while (true) {
      long asked = System.nanoTime();
      String before = holder;
      holder = calls.repeatable(link -> lease.take(link, null));
      if (holder == null) {
        return true;
      }
      HolderSeen seen = HolderSeen.parse(holder);
      if (!isGone(seen)) {
        return false;
      }
      if (!holder.equals(before)) {
        missedSince = System.nanoTime();
      } else if (asked - missedSince >= TimeUnit.MILLISECONDS.toNanos(seen.graceMillis())) {
        return takeOver(lease, holder);
      }
      pause(seen.graceMillis());
    }
  }

  private boolean takeOver(ClientLease lease, String holder) throws WireException {
    boolean taken = calls.repeatable(link -> lease.take(link, holder)) == null;
    if (taken) {
      LOG.info("a client id was taken over from {}, whose process is gone", holder);
    }
    return taken;
  }

  /** Only the run of the server that knew the link can say that it is gone. */
  private boolean isGone(HolderSeen holder) throws WireException {
    return calls.repeatable(
        link -> {
          if (!link.server().runId().equals(holder.runId())) {
            return false;
          }
          try {
            Object listed = link.call(Command.of("CLIENT", "LIST", "ID", holder.clientId()));
            return Replies.toText(listed).isBlank();
          } catch (WireException refused) {
            if (link.isBroken()) {
              throw refused;
            }
            LOG.debug("the server does not list its clients; leases tell who is gone", refused);
            return false;
          }
        });
  }

  private void pause(long graceMillis) throws WireException {
    long millis = Math.max(1, Math.min(LOOK_MILLIS, graceMillis / 4));
    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(millis));
    if (Thread.currentThread().isInterrupted()) {
      throw new WireException(
          WireError.INTERRUPTED,
          "interrupted while waiting for the holder of a client id to come back; it is not taken");
    }
  }
}
