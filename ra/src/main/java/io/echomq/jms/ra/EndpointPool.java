package io.echomq.jms.ra;

import io.echomq.jms.client.EmqXAConnection;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.XASession;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.WorkManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The sessions that serve one message-driven bean, made when they are needed, at most {@code
 * maxSession}.
 *
 * <p>Threads: {@link #getServerSession} by the consumer's one thread, which waits here while all
 * are busy; sessions come back from the container's threads. One monitor; nothing is called under
 * it but the creation of a session.
 */
final class EndpointPool implements ServerSessionPool {
  /** How long an interrupted bean may take to end. */
  static final long STRAGGLER_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private final EmqXAConnection connection;
  private final WorkManager works;
  private final MessageEndpointFactory endpoints;
  private final EndpointSettings settings;
  private final List<EndpointSession> all = new ArrayList<>();

  /** All that are not at work: what the consumer takes stays here until it is started. */
  private final ArrayDeque<EndpointSession> idle = new ArrayDeque<>();

  private boolean stopped;

  EndpointPool(
      EmqXAConnection connection,
      WorkManager works,
      MessageEndpointFactory endpoints,
      EndpointSettings settings) {
    this.connection = connection;
    this.works = works;
    this.endpoints = endpoints;
    this.settings = settings;
  }

  @Override
  public synchronized ServerSession getServerSession() throws JMSException {
    while (!stopped) {
      if (idle.isEmpty() && all.size() < settings.maxSession()) {
        EndpointSession made = make();
        all.add(made);
        idle.addFirst(made);
      }
      if (!idle.isEmpty()) {
        return idle.peekFirst();
      }
      try {
        wait();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new JMSException("interrupted while all sessions were busy", "EMQ-INTERRUPTED");
      }
    }
    throw stopping();
  }

  private EndpointSession make() throws JMSException {
    XASession session = connection.createXASession();
    boolean made = false;
    try {
      EndpointSession fresh = new EndpointSession(this, session, works, endpoints, settings);
      made = true;
      return fresh;
    } finally {
      if (!made) {
        session.close();
      }
    }
  }

  private static JMSException stopping() {
    return new JMSException("the endpoint is being stopped", "EMQ-CLOSED");
  }

  /**
   * The session is at work until it is given back. One that the consumer has taken and could not
   * load never comes here, and is the next to be taken.
   */
  synchronized void take(EndpointSession session) throws JMSException {
    if (stopped) {
      throw stopping();
    }
    idle.remove(session);
  }

  /** What was loaded into a session that cannot work on it goes back, as if never delivered. */
  void giveBackLoaded(XASession session) throws JMSException {
    connection.giveBackLoaded(session);
  }

  /** Before the next try of a session that could not work; ends with {@link #stop}. */
  synchronized void pause() {
    long until = System.nanoTime() + settings.setupInterval().toNanos();
    try {
      for (long left = until - System.nanoTime(); left > 0 && !stopped; ) {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        left = until - System.nanoTime();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void giveBack(EndpointSession session) {
    idle.addFirst(session);
    notifyAll();
  }

  /** No message is taken any more. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Waits for what runs, interrupts what takes too long, closes the sessions. */
  void drain() {
    if (!awaitIdle(settings.drainTimeout().toMillis())) {
      sessions().forEach(EndpointSession::interrupt);
      awaitIdle(STRAGGLER_MILLIS);
    }
    sessions().forEach(EndpointSession::close);
  }

  private synchronized List<EndpointSession> sessions() {
    return List.copyOf(all);
  }

  private synchronized boolean awaitIdle(long millis) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      while (idle.size() < all.size()) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
