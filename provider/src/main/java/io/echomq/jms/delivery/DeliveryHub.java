package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that is shared by the consumers of one connection.
 *
 * <p>Threads: any; no lock of its own.
 */
public final class DeliveryHub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryHub.class);

  private final Broker broker;
  private final DeliverySettings settings;
  private final LeaseKeeper leases;
  private final Returns returns;
  private final Waker waker;
  private final Housekeeper housekeeper;
  private final List<Feed> feeds = new CopyOnWriteArrayList<>();
  private final List<Dispatcher> dispatchers = new CopyOnWriteArrayList<>();
  private volatile boolean started;

  /**
   * A hub that is stopped. Its threads are {@code threadName-wake} and {@code threadName-lease}.
   */
  public DeliveryHub(Broker broker, DeliverySettings settings, String threadName) {
    this.broker = broker;
    this.settings = settings;
    this.leases = new LeaseKeeper(broker, settings.leaseMillis(), this::housekeeperNeeded);
    this.returns = new Returns(broker);
    this.waker = new Waker(broker, settings, threadName + "-wake");
    long period = Math.min(settings.leaseMillis() / 6, settings.bufferHoldMillis() / 4);
    this.housekeeper =
        new Housekeeper(
            threadName + "-lease",
            Math.max(5, period),
            () -> leases.held() > 0 || !returns.isEmpty(),
            this::keepHouse);
  }

  public LeaseKeeper leases() {
    return leases;
  }

  /**
   * A flow of messages for one consumer.
   *
   * @param filter null: every message
   * @param owner the session's id
   */
  public Feed openFeed(Address from, Filter filter, String owner) {
    return openFeed(new QueueSource(broker, from, filter, owner, settings));
  }

  /** The same for a queue with a limit of deliveries and a prefetch of its own. */
  public Feed openFeed(Address from, Filter filter, String owner, int maxDeliveries, int prefetch) {
    return openFeed(
        new QueueSource(broker, from, filter, owner, settings.withMaxDeliveries(maxDeliveries)),
        prefetch);
  }

  /** As {@link #openFeed(Address, Filter, String)}, from any source. */
  public Feed openFeed(Source source) {
    return openFeed(source, settings.prefetch());
  }

  /**
   * The same with a prefetch of its own.
   *
   * @param prefetch the credit is never above this; 1 or more
   */
  public Feed openFeed(Source source, int prefetch) {
    Feed feed = new Feed(this, source, prefetch);
    if (!feed.slot().wakesItself(source)) {
      waker.opened(source.address());
    }
    broker.consumes(source.address(), 1);
    feeds.add(feed);
    housekeeper.prepare();
    return feed;
  }

  /**
   * Called, on the housekeeping thread, when a lease was lost while the application had the
   * message; must not block.
   *
   * @param listener gets where the message was fetched from and its {@code JMSMessageID}
   */
  public void onLost(BiConsumer<Address, String> listener) {
    leases.onLost(listener);
  }

  /** From now on feeds hand out. */
  public void start() {
    started = true;
    waker.setRunning(true);
    feeds.forEach(feed -> feed.slot().look());
  }

  /**
   * When this returns no feed hands out any more, and no handler of a dispatcher runs (but the one
   * that calls this). Timeouts of {@link Feed#next} run on. What is buffered is given back when it
   * lies there longer than {@code bufferHold}.
   */
  public void stop() {
    started = false;
    waker.setRunning(false);
    // Passing through each feed's monitor: a hand-out that saw the hub started is over then.
    feeds.forEach(feed -> feed.slot().look());
    dispatchers.forEach(Dispatcher::awaitQuiet);
  }

  /** Closes all feeds and dispatchers; leases that are still held end by themselves. Idempotent. */
  @Override
  public void close() {
    stop();
    dispatchers.forEach(Dispatcher::close);
    feeds.forEach(Feed::close);
    waker.close();
    returns.flush();
    housekeeper.close();
  }

  boolean isStarted() {
    return started;
  }

  DeliverySettings settings() {
    return settings;
  }

  Waker waker() {
    return waker;
  }

  /** The server's time, ms. */
  long now() {
    return broker.now();
  }

  void hold(List<Delivery> deliveries) {
    deliveries.forEach(leases::hold);
  }

  /**
   * Gives back what was fetched and never handed out, uncounted; the leases are held no longer.
   * Never throws: what fails because the server is away is tried again, before the next fetch from
   * there at the latest.
   */
  public void giveBackUnseen(List<Delivery> unseen) {
    unseen.forEach(delivery -> leases.settled(delivery.token()));
    try {
      giveBack(unseen.stream().map(GiveBack::unseen).toList());
    } catch (WireException failure) {
      LOG.debug("{} unread messages are not back yet", unseen.size(), failure);
    }
  }

  /**
   * Gives back, those of one queue in one step. Nothing is fetched from there before they are back.
   *
   * @throws WireException when that failed; when the server is away it is tried again all the same
   */
  public void giveBack(List<GiveBack> messages) throws WireException {
    try {
      returns.giveBack(messages);
    } finally {
      if (!returns.isEmpty()) {
        housekeeper.needed();
      }
    }
  }

  /** False when messages are still to be given back, before the next fetch. */
  boolean owesNothing() {
    return returns.isEmpty();
  }

  /** Throws while something is still to be given back to this place. */
  void settleReturns(Address from) throws WireException {
    returns.settle(from);
  }

  /** Expired messages are gone for good; a lapsed lease may still be ours to give back. */
  void reject(FeedBuffer.Rejects rejects) {
    giveBackUnseen(rejects.lapsed());
    if (!rejects.expired().isEmpty()) {
      rejects.expired().forEach(delivery -> leases.settled(delivery.token()));
      broker
          .expire(rejects.expired())
          .whenDone(
              (settled, failure) -> {
                if (failure != null) {
                  LOG.debug("expired messages stay until the server sweeps them", failure);
                }
              });
    }
  }

  void closed(Feed feed) {
    feeds.remove(feed);
    if (!feed.slot().isSelfWaking()) {
      waker.closed(feed.address());
    }
    broker.consumes(feed.address(), -1);
  }

  void opened(Dispatcher dispatcher) {
    dispatchers.add(dispatcher);
  }

  void closed(Dispatcher dispatcher) {
    dispatchers.remove(dispatcher);
  }

  private void housekeeperNeeded() {
    housekeeper.needed();
  }

  private void keepHouse() {
    leases.extendDue();
    returns.flush();
    long now = System.nanoTime();
    long hold = TimeUnit.MILLISECONDS.toNanos(settings.bufferHoldMillis());
    for (Feed feed : feeds) {
      feed.sweep(now, hold);
    }
  }
}
