package io.echomq.jms.client;

import io.echomq.jms.delivery.Dispatcher;
import io.echomq.jms.delivery.Feed;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireException;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the sessions of a server session pool, one message a run (§12.1).
 *
 * <p>Threads: {@link #handle} on the consumer's own dispatch thread, which waits inside {@code
 * getServerSession} while all sessions are busy; {@link #close}, which ends such a wait, by any.
 */
final class EmqConnectionConsumer implements ConnectionConsumer, Dispatcher.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(EmqConnectionConsumer.class);

  private static final long MIN_PAUSE_MILLIS = 10;
  private static final long MAX_PAUSE_MILLIS = 1000;

  private final ConnectionCore connection;
  private final ServerSessionPool pool;
  private final Feed feed;
  private final RedeliveryPolicy policy;
  private final Dispatcher dispatcher;
  private final LifeCycle life = new LifeCycle("the connection consumer");

  /** The dispatch thread while it waits for a server session. */
  private Thread inPool;

  /** Dispatch thread only. */
  private long pauseMillis;

  EmqConnectionConsumer(
      ConnectionCore connection,
      ServerSessionPool pool,
      Feed feed,
      RedeliveryPolicy policy,
      String name)
      throws JMSException {
    this.connection = connection;
    this.pool = pool;
    this.feed = feed;
    this.policy = policy;
    this.dispatcher = new Dispatcher(connection.hub, name + "-deliver");
    try {
      dispatcher.add(feed, this);
    } catch (WireException closed) {
      throw JmsErrors.toJms(closed);
    }
  }

  @Override
  public ServerSessionPool getServerSessionPool() throws JMSException {
    life.checkOpen();
    return pool;
  }

  @Override
  public void handle(Delivery delivery) {
    LoadedMessages loaded = null;
    try {
      ServerSession server = takeFromPool();
      loaded = sessionOf(server).loaded;
      loaded.load(delivery, policy);
      server.start();
      pauseMillis = 0;
    } catch (JMSException | RuntimeException refused) {
      if (loaded != null && !loaded.unload(delivery)) {
        LOG.error("the server session failed on {}", delivery.messageId(), refused);
        return;
      }
      if (life.isOpen()) {
        LOG.error("no server session for {}; it is given back", delivery.messageId(), refused);
      } else {
        LOG.debug("{} came while its consumer was closing", delivery.messageId(), refused);
      }
      connection.hub.giveBackUnseen(List.of(delivery));
      pause();
    }
  }

  @Override
  public void failed(WireException failure) {
    LOG.error("{}: consuming {} has ended", connection.name, feed.address(), failure);
  }

  /** Waits in the pool, but not beyond {@link #close}. */
  private ServerSession takeFromPool() throws JMSException {
    synchronized (this) {
      life.checkOpen();
      inPool = life.isOpen() ? Thread.currentThread() : null;
    }
    try {
      return pool.getServerSession();
    } finally {
      synchronized (this) {
        inPool = null;
        if (!life.isOpen() && Thread.interrupted()) {
          LOG.debug("waiting for a server session was ended by close");
        }
      }
    }
  }

  private static SessionCore sessionOf(ServerSession server) throws JMSException {
    if (!(server.getSession() instanceof EmqSession session)) {
      throw new JMSException(
          "the server session pool answered a session of another provider: " + server.getSession());
    }
    session.core().checkOpen();
    return session.core();
  }

  /** The same message comes again at once: not in a busy loop while the pool refuses. */
  private synchronized void pause() {
    pauseMillis = Math.min(MAX_PAUSE_MILLIS, Math.max(MIN_PAUSE_MILLIS, 2 * pauseMillis));
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    try {
      for (long left = pauseMillis; left > 0 && life.isOpen(); ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException stray) {
      LOG.debug("a pause of a connection consumer was interrupted", stray);
    }
  }

  private synchronized void endWaits() {
    notifyAll();
    if (inPool != null) {
      inPool.interrupt();
    }
  }

  @Override
  public void close() {
    if (life.beginClose()) {
      endWaits();
      connection.forget(this);
      dispatcher.close();
      feed.close();
      life.closed();
    }
  }
}
