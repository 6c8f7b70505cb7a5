package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A blocking command on a link of its own, which others can end by {@code CLIENT UNBLOCK}.
 *
 * <p>Threads: {@link #call} and {@link #pause} by one, the rest by any.
 */
final class BlockingRead implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockingRead.class);

  private final Links links;
  private final ParkState state = new ParkState();
  private volatile Link link;

  BlockingRead(Links links) {
    this.links = links;
  }

  /** The reply, or null when the time was over or {@link #nudge} came. */
  Object call(Command command, long millis) throws WireException {
    Link on = connected();
    if (!state.begin()) {
      return null;
    }
    try {
      return on.callBlocking(command, millis);
    } catch (WireException failed) {
      if (on.isBroken()) {
        on.close();
      }
      throw failed;
    } finally {
      state.end();
    }
  }

  /** Waits, at most so long; a nudge ends it. */
  void pause(long millis) {
    try {
      state.sleep(millis);
    } catch (WireException ended) {
      LOG.debug("waiting for topics ends", ended);
    }
  }

  /** Ends a running call, or lets the next one not begin. */
  void nudge() {
    long park = state.nudge();
    while (park != ParkState.NONE) {
      park = unblock(park) ? state.nudgeNext() : state.nudgeFailed();
    }
  }

  @Override
  public void close() {
    state.close();
    Link last = link;
    if (last != null) {
      last.close();
    }
  }

  private boolean unblock(long park) {
    try {
      for (int attempt = 1; state.isDue(park); attempt++) {
        long blocked = link.clientId();
        links.with(on -> on.call(Command.of("CLIENT", "UNBLOCK", blocked, "TIMEOUT")));
        state.awaitEnd(park, Math.min(10, attempt));
      }
      return true;
    } catch (WireException away) {
      LOG.debug("no nudge: {}", away.getMessage());
      return false;
    }
  }

  private Link connected() throws WireException {
    Link present = link;
    if (present != null && !present.isBroken()) {
      return present;
    }
    state.checkOpen();
    Link made = links.dedicated("topics");
    link = made;
    if (state.isClosed()) {
      made.close();
      state.checkOpen();
    }
    return made;
  }
}
