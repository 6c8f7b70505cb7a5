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
 * The sessions that serve one message-driven bean on one connection, made when they are needed, at
 * most {@code maxSession}.
 *
 * <p>Threads: {@link #getServerSession} by the consumer's one thread, which waits here while no
 * slot is free; sessions come back from the container's threads. One monitor; nothing is called
 * under it but the creation of a session and the slots.
 */
final class EndpointPool implements ServerSessionPool {
  private final EmqXAConnection connection;
  private final WorkManager works;
  private final MessageEndpointFactory endpoints;
  private final EndpointSettings settings;
  private final EndpointSlots slots;
  private final List<EndpointSession> all = new ArrayList<>();

  /** All that are not at work: what the consumer takes stays here until it is started. */
  private final ArrayDeque<EndpointSession> idle = new ArrayDeque<>();

  private volatile boolean stopped;

  EndpointPool(
      EmqXAConnection connection,
      WorkManager works,
      MessageEndpointFactory endpoints,
      EndpointSettings settings,
      EndpointSlots slots) {
    this.connection = connection;
    this.works = works;
    this.endpoints = endpoints;
    this.settings = settings;
    this.slots = slots;
  }

  @Override
  public ServerSession getServerSession() throws JMSException {
    try {
      if (!slots.awaitFree(() -> stopped)) {
        throw stopping();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new JMSException("interrupted while all sessions were busy", "EMQ-INTERRUPTED");
    }
    return anyIdle();
  }

  /** Where a slot is free, not all sessions are at work that may be. */
  private synchronized EndpointSession anyIdle() throws JMSException {
    if (idle.isEmpty()) {
      EndpointSession made = make();
      all.add(made);
      idle.addFirst(made);
    }
    return idle.peekFirst();
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
    slots.take();
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
    slots.giveBack();
    notifyAll();
  }

  /** No message is taken any more. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
    slots.wake();
  }

  void interrupt() {
    sessions().forEach(EndpointSession::interrupt);
  }

  void close() {
    sessions().forEach(EndpointSession::close);
  }

  private synchronized List<EndpointSession> sessions() {
    return List.copyOf(all);
  }

  /** False when a session is still at work after so long, or the caller was interrupted. */
  synchronized boolean awaitIdle(long nanos) {
    long begin = System.nanoTime();
    try {
      while (idle.size() < all.size()) {
        long left = nanos - (System.nanoTime() - begin);
        if (left <= 0) {
          return false;
        }
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
      }
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
