package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * The links of one factory runtime: a pool for short calls ({@code maxConnections}), and links of
 * one's own for channels and for parking. Has no thread; after {@link #close} no socket is left.
 *
 * <p>Threads: any.
 */
final class Links implements AutoCloseable {
  /** A call on a borrowed link. */
  interface Call<T> {
    T on(Link link) throws WireException;
  }

  /** Calls that may need links. */
  interface Patient<T> {
    T run() throws WireException;
  }

  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

  private final LinkFactory factory;
  private final GenericObjectPool<Link> pool;
  private final Duration wait;
  private final Duration connectTimeout;

  /** Until when the calling thread can wait for a link; none: as long as it takes. */
  private final ThreadLocal<Deadline> patience = new ThreadLocal<>();

  private final Set<Link> open = ConcurrentHashMap.newKeySet();
  private final LongAdder dialled = new LongAdder();
  private volatile boolean closed;

  Links(LinkFactory factory, Options options) {
    this.factory = factory;
    this.wait = options.timeouts().socket();
    this.connectTimeout = options.timeouts().connect();
    int most = options.client().maxConnections();
    GenericObjectPoolConfig<Link> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(most);
    config.setMaxIdle(most);
    config.setMaxWait(wait);
    // Costs no round trip: it only asks whether the link is known to be broken.
    config.setTestOnBorrow(true);
    config.setTestOnReturn(true);
    config.setJmxEnabled(false);
    pool = new GenericObjectPool<>(new Pooled(), config);
  }

  /**
   * A link for a short call; {@link #giveBack} it in any case.
   *
   * @throws WireException as {@link LinkFactory#dial}; {@link WireError#UNAVAILABLE} when none is
   *     free within the socket timeout; {@link WireError#CLOSED}
   */
  Link borrow() throws WireException {
    try {
      return pool.borrowObject(patience(wait));
    } catch (WireException failed) {
      throw failed;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WireException(
          WireError.INTERRUPTED, "interrupted while waiting for a connection", interrupted);
    } catch (NoSuchElementException none) {
      throw new WireException(
          WireError.UNAVAILABLE,
          "all connections were in use for "
              + wait.toMillis()
              + " ms; raise maxConnections (it is "
              + pool.getMaxTotal()
              + ")",
          none);
    } catch (Exception failed) {
      throw closed
          ? closedException()
          : new WireException(WireError.UNAVAILABLE, "no connection: " + failed, failed);
    }
  }

  /** Takes a borrowed link back; a broken one is destroyed, and idle ones beside it. */
  void giveBack(Link link) {
    boolean broken = link.isBroken();
    pool.returnObject(link);
    if (broken && !closed) {
      // What broke this one (a restart, a failover) has most likely broken the idle ones too.
      pool.clear();
    }
  }

  /**
   * Calls for somebody who can wait only so long for a link of the pool to be made.
   *
   * @param millis below 0: as long as it takes; less than {@link #LEAST_PATIENCE} counts as that,
   *     or who asks for a moment again and again would never get one
   */
  <T> T within(long millis, Patient<T> call) throws WireException {
    if (millis < 0) {
      return call.run();
    }
    patience.set(Deadline.in(longer(Duration.ofMillis(millis))));
    try {
      return call.run();
    } finally {
      patience.remove();
    }
  }

  /** Whether the calling thread may wait for another link, should one have failed. */
  boolean isPatient() {
    Deadline end = patience.get();
    return end == null || !end.isOver();
  }

  private Duration patience(Duration usual) {
    Deadline end = patience.get();
    if (end == null) {
      return usual;
    }
    Duration left = Duration.ofMillis(end.leftMillis());
    return left.compareTo(usual) < 0 ? left : usual;
  }

  private static Duration longer(Duration wanted) {
    return wanted.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : wanted;
  }

  /** Borrows, calls, gives back. */
  <T> T with(Call<T> call) throws WireException {
    Link link = borrow();
    try {
      return call.on(link);
    } finally {
      giveBack(link);
    }
  }

  /**
   * A link of the caller's own, for it to close; closed with the pool at the latest.
   *
   * @throws WireException as {@link LinkFactory#dial}; {@link WireError#CLOSED}
   */
  Link dedicated(String purpose) throws WireException {
    return dedicated(purpose, connectTimeout);
  }

  /** As {@link #dedicated(String)}, for a caller who can wait less than {@code connectTimeout}. */
  Link dedicated(String purpose, Duration most) throws WireException {
    open.removeIf(Link::isDead);
    return dial(purpose, most);
  }

  /** How many links of the pool are open, idle ones included. */
  int pooled() {
    return pool.getNumActive() + pool.getNumIdle();
  }

  /** How many links were ever opened. */
  long dialled() {
    return dialled.sum();
  }

  /** Closes every link, those in use too: their calls end with {@link WireError#CLOSED}. */
  @Override
  public void close() {
    closed = true;
    pool.close();
    open.forEach(Link::close);
    open.clear();
  }

  private Link dial(String purpose, Duration most) throws WireException {
    if (closed) {
      throw closedException();
    }
    Link link = factory.dial(purpose, most);
    dialled.increment();
    open.add(link);
    if (closed) {
      // close() may have passed by before the link was in the set.
      link.close();
      throw closedException();
    }
    return link;
  }

  private static WireException closedException() {
    return new WireException(WireError.CLOSED, "the connections of this factory are closed");
  }

  private final class Pooled extends BasePooledObjectFactory<Link> {
    @Override
    public Link create() throws WireException {
      return dial("call", patience(connectTimeout));
    }

    @Override
    public PooledObject<Link> wrap(Link link) {
      return new DefaultPooledObject<>(link);
    }

    @Override
    public boolean validateObject(PooledObject<Link> pooled) {
      return !pooled.getObject().isBroken();
    }

    @Override
    public void destroyObject(PooledObject<Link> pooled) {
      open.remove(pooled.getObject());
      pooled.getObject().close();
    }
  }
}
