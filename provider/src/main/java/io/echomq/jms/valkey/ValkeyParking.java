package io.echomq.jms.valkey;

import io.echomq.jms.config.Timeouts;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code BLPOP} on the wake lists of all queues of a connection, on a link of its own (hard cases,
 * 22). The keys are rotated from call to call, so that a busy queue does not starve those after it.
 *
 * <p>A lost link is made again by the next {@link #park}, after a pause and past the fence.
 *
 * <p>Threads: {@link #park} by one at a time, which alone reads the link; all else by any. {@link
 * #nudge} ends a running {@code BLPOP} by {@code CLIENT UNBLOCK} from another link.
 */
final class ValkeyParking implements Parking {
  private static final Logger LOG = LoggerFactory.getLogger(ValkeyParking.class);

  private final Links links;
  private final ScriptRunner scripts;
  private final Script handBack;
  private final Keys keys;
  private final Reconnect reconnect;
  private final ParkState state = new ParkState();
  private volatile Link link;
  private int turn;

  ValkeyParking(
      Links links, ScriptRunner scripts, ScriptCatalog catalog, Keys keys, Timeouts timeouts) {
    this.links = links;
    this.scripts = scripts;
    this.handBack = catalog.get("hand-back-wake");
    this.keys = keys;
    this.reconnect = new Reconnect(timeouts);
  }

  @Override
  public Optional<Address> park(List<Address> queues, long millis) throws WireException {
    if (queues.isEmpty()) {
      state.sleep(millis);
      return Optional.empty();
    }
    Address[] order = rotated(queues);
    Command command = command(order, millis);
    Link on = connected(millis);
    if (on == null || !state.begin()) {
      return Optional.empty();
    }
    try {
      return taken(order, block(on, command, Math.max(1, millis)));
    } catch (WireException failed) {
      if (state.isClosed()) {
        return Optional.empty();
      }
      if (on.isBroken()) {
        on.close();
      }
      throw failed;
    } finally {
      state.end();
    }
  }

  /**
   * {@inheritDoc} A nudge that comes before {@code BLPOP} has reached the server finds nobody
   * blocked; it is then repeated until the park it was meant for is over. Whoever nudges while
   * another does so does not wait.
   */
  @Override
  public void nudge() {
    long park = state.nudge();
    while (park != ParkState.NONE) {
      boolean reached = unblock(park);
      park = reached ? state.nudgeNext() : state.nudgeFailed();
    }
  }

  /** Ends that park; false when it cannot be done. */
  private boolean unblock(long park) {
    try {
      for (int attempt = 1; state.isDue(park); attempt++) {
        // Read anew each time: it is set before the park begins.
        long blocked = link.clientId();
        links.with(to -> to.call(Command.of("CLIENT", "UNBLOCK", blocked, "TIMEOUT")));
        state.awaitEnd(park, Math.min(10, attempt));
      }
      return true;
    } catch (WireException away) {
      // The park ends by itself at its time-out, or with the lost connection.
      LOG.debug("no nudge: {}", away.getMessage());
      return false;
    }
  }

  @Override
  public void handBack(Address queue) throws WireException {
    ScriptCall call = new ScriptCall(handBack, List.of(keys.of(queue).pending()), List.of());
    links.with(on -> scripts.call(on, call));
  }

  @Override
  public void close() {
    state.close();
    Link last = link;
    if (last != null) {
      last.close();
    }
  }

  /**
   * The server looks for time-outs ten times a second only: to be in time for a message that falls
   * due, we end the wait ourselves. A token that came meanwhile is not lost, it is the answer then.
   */
  private Object block(Link on, Command command, long millis) throws WireException {
    on.write(command);
    on.flush();
    if (!on.awaitAnswer(millis)) {
      try {
        links.with(to -> to.call(Command.of("CLIENT", "UNBLOCK", on.clientId(), "TIMEOUT")));
      } catch (WireException away) {
        LOG.debug("left to the server's own time-out: {}", away.getMessage());
      }
    }
    return on.read();
  }

  /** The link, made anew when need be; null when a nudge or close came while it was being made. */
  private Link connected(long millis) throws WireException {
    Link present = link;
    if (present != null && !present.isBroken()) {
      return present;
    }
    if (reconnect.attempts() > 0 && state.sleep(Math.min(millis, reconnect.nextPauseMillis()))) {
      return null;
    }
    state.checkOpen();
    Link made;
    try {
      made = links.dedicated("park");
    } catch (WireException failed) {
      if (reconnect.attempts() == 0) {
        reconnect.nextPauseMillis();
      }
      throw failed;
    }
    reconnect.succeeded();
    link = made;
    if (state.isClosed()) {
      made.close();
      return null;
    }
    return made;
  }

  private Address[] rotated(List<Address> queues) {
    Address[] order = new Address[queues.size()];
    int first = Math.floorMod(turn++, order.length);
    for (int i = 0; i < order.length; i++) {
      order[i] = queues.get((first + i) % order.length);
    }
    return order;
  }

  private Command command(Address[] order, long millis) throws WireException {
    Command command = Command.of("BLPOP");
    for (Address queue : order) {
      command.add(keys.of(queue).wake());
    }
    // 0 would be for ever, and Redis 6.2 cuts 0.001 s down to 0 ms.
    return command.add(String.format(Locale.ROOT, "%.3f", Math.max(2, millis) / 1000.0));
  }

  private Optional<Address> taken(Address[] order, Object reply) throws WireException {
    if (!(reply instanceof List<?> pair)) {
      return Optional.empty();
    }
    byte[] key = (byte[]) pair.get(0);
    for (Address queue : order) {
      if (Arrays.equals(key, keys.of(queue).wake())) {
        return Optional.of(queue);
      }
    }
    throw new WireException(
        WireError.MALFORMED, "BLPOP answered a key not asked for: " + Replies.toText(key));
  }
}
