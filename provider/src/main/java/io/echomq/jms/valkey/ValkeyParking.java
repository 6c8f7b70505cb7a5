package io.echomq.jms.valkey;

import io.echomq.jms.config.Timeouts;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code BLPOP} on the wake lists of all queues of a connection, on a link of its own (hard cases,
 * 22). The keys are rotated from call to call, so that a busy queue does not starve those after it.
 *
 * <p>A lost link is made again by the next {@link #park}, after a pause and past the fence.
 *
 * <p>Threads: {@link #park} and {@link #parkAndFetch} by one at a time, which alone reads the link;
 * who calls it next sees what the one before did. All else by any. {@link #nudge} ends a running
 * {@code BLPOP} by {@code CLIENT UNBLOCK} from another link.
 */
final class ValkeyParking implements Parking {
  private static final Logger LOG = LoggerFactory.getLogger(ValkeyParking.class);

  private final Links links;
  private final ScriptRunner scripts;
  private final Script handBack;
  private final Keys keys;
  private final JobFetcher fetcher;
  private final TrafficMeter meter;
  private final Reconnect reconnect;
  private final ParkState state = new ParkState();
  private volatile Link link;

  /** Not null while {@code BLPOP} is under way and nobody reads. */
  private volatile Going going;

  private int turn;

  /** A {@code BLPOP} under way, and when it is to end, {@link System#nanoTime}. */
  private record Going(Link on, Address[] order, long end) {
    long leftMillis() {
      return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime() + 999_999);
    }
  }

  ValkeyParking(
      Links links,
      ScriptRunner scripts,
      ScriptCatalog catalog,
      Keys keys,
      JobFetcher fetcher,
      TrafficMeter meter,
      Timeouts timeouts) {
    this.links = links;
    this.scripts = scripts;
    this.handBack = catalog.get("hand-back-wake");
    this.keys = keys;
    this.fetcher = fetcher;
    this.meter = meter;
    this.reconnect = new Reconnect(timeouts);
  }

  @Override
  public Optional<Address> park(List<Address> queues, long millis, long patienceMillis)
      throws WireException {
    if (queues.isEmpty()) {
      state.sleep(Math.min(millis, patienceMillis));
      return Optional.empty();
    }
    Going left = going;
    if (left != null && !Arrays.asList(left.order()).containsAll(queues)) {
      Optional<Address> came = wait(left, 0, Long.MAX_VALUE);
      if (came.isPresent() || going != null) {
        return came;
      }
      left = null;
    }
    return left == null
        ? begin(queues, millis, patienceMillis)
        : wait(left, Math.min(millis, left.leftMillis()), patienceMillis);
  }

  @Override
  public boolean isParked() {
    return going != null;
  }

  /**
   * {@inheritDoc} The server takes the second command up when the first blocks no longer, so that
   * the message is leased before anybody here has heard of its token.
   */
  @Override
  public Optional<Fetched> parkAndFetch(Fetch request, long millis) throws WireException {
    Command wait = command(new Address[] {request.from()}, millis);
    Link on = going == null ? connected(millis) : null;
    if (on == null || !state.begin()) {
      return Optional.empty();
    }
    AfterWait call = new AfterWait(on, wait, millis);
    try {
      return Optional.of(meter.received(fetcher.fetch(request, call)));
    } catch (WireException failed) {
      failed(on, failed);
      return Optional.empty();
    } finally {
      call.end();
    }
  }

  /** Makes a call in the round trip of a wait, and ends the park as soon as that is over. */
  private final class AfterWait implements JobFetcher.Caller {
    private final Link on;
    private final Command wait;
    private final long millis;
    private boolean ended;

    AfterWait(Link on, Command wait, long millis) {
      this.on = on;
      this.wait = wait;
      this.millis = millis;
    }

    @Override
    public Object call(ScriptCall call) throws WireException {
      try {
        scripts.ensure(on, List.of(call.script()));
        on.write(wait);
        on.write(call.command());
        on.flush();
        if (!on.awaitAnswer(Math.max(1, millis))) {
          unblock(on);
        }
        WireException notWaited = failureOfNext();
        Object reply = scripts.answer(on, call);
        if (notWaited != null && Claim.of(reply).jobs().isEmpty()) {
          throw notWaited;
        }
        return reply;
      } finally {
        end();
      }
    }

    /** Null when the next answer is not an error. */
    private WireException failureOfNext() throws WireException {
      try {
        on.read();
        return null;
      } catch (WireException failed) {
        if (on.isDead()) {
          throw failed;
        }
        return failed;
      }
    }

    void end() {
      if (!ended) {
        ended = true;
        state.end();
      }
    }
  }

  private Optional<Address> begin(List<Address> queues, long millis, long patienceMillis)
      throws WireException {
    Address[] order = rotated(queues);
    Command command = command(order, millis);
    Link on = connected(Math.min(millis, patienceMillis));
    if (on == null || !state.begin()) {
      return Optional.empty();
    }
    try {
      on.write(command);
      on.flush();
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      return answer(new Going(on, order, end), millis, patienceMillis);
    } catch (WireException failed) {
      return failed(on, failed);
    } finally {
      state.end();
    }
  }

  /** Goes on with one that was left; {@link #going} stays set when a nudge was waiting. */
  private Optional<Address> wait(Going left, long millis, long patienceMillis)
      throws WireException {
    if (!state.begin()) {
      return Optional.empty();
    }
    try {
      return answer(left, millis, patienceMillis);
    } catch (WireException failed) {
      return failed(left.on(), failed);
    } finally {
      state.end();
    }
  }

  private Optional<Address> failed(Link on, WireException failure) throws WireException {
    going = null;
    if (state.isClosed()) {
      return Optional.empty();
    }
    if (on.isBroken()) {
      on.close();
    }
    throw failure;
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
  public boolean handBack(Address queue) throws WireException {
    ScriptCall call = new ScriptCall(handBack, List.of(keys.of(queue).pending()), List.of());
    return Replies.toLong(links.with(on -> scripts.call(on, call))) == 1;
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
  private Optional<Address> answer(Going asked, long millis, long patienceMillis)
      throws WireException {
    Link on = asked.on();
    boolean leaves = patienceMillis < millis;
    boolean came = on.awaitAnswer(Math.max(1, Math.min(millis, patienceMillis)));
    if (!came && leaves) {
      going = asked;
      return Optional.empty();
    }
    going = null;
    if (!came) {
      unblock(on);
    }
    return taken(asked.order(), on.read());
  }

  private void unblock(Link on) {
    try {
      links.with(to -> to.call(Command.of("CLIENT", "UNBLOCK", on.clientId(), "TIMEOUT")));
    } catch (WireException away) {
      LOG.debug("left to the server's own time-out: {}", away.getMessage());
    }
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
    return command.add(seconds(Math.max(2, millis)));
  }

  /** With three decimals; by hand, since each wait asks it. */
  private static String seconds(long millis) {
    String thousandths = Long.toString(1000 + millis % 1000);
    return millis / 1000 + "." + thousandths.substring(1);
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
