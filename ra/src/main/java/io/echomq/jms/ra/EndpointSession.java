package io.echomq.jms.ra;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ServerSession;
import jakarta.jms.Session;
import jakarta.jms.XASession;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkManager;
import java.lang.reflect.Method;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session of a message-driven bean: works on one message at a time, in the container's
 * transaction where the bean wants one.
 *
 * <p>Threads: {@link #start} by the consumer's thread, then one of the container's; {@link
 * #interrupt} and {@link #close} by whoever stops.
 */
final class EndpointSession implements ServerSession, Work {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointSession.class);
  private static final Method ON_MESSAGE = onMessage();

  private final EndpointPool pool;
  private final XASession session;
  private final WorkManager works;
  private final MessageEndpointFactory endpoints;
  private final EndpointSettings settings;
  private MessageEndpoint endpoint;

  /** Who runs it; guarded by this, as {@link #closed} is. */
  private Thread worker;

  private boolean closed;

  EndpointSession(
      EndpointPool pool,
      XASession session,
      WorkManager works,
      MessageEndpointFactory endpoints,
      EndpointSettings settings)
      throws JMSException {
    this.pool = pool;
    this.session = session;
    this.works = works;
    this.endpoints = endpoints;
    this.settings = settings;
    session.setMessageListener(this::deliver);
    limit(session.getXAResource());
  }

  private void limit(XAResource resource) throws JMSException {
    if (settings.transactionTimeout() == 0) {
      return;
    }
    try {
      resource.setTransactionTimeout(settings.transactionTimeout());
    } catch (XAException refused) {
      JMSException told = new JMSException("transactionTimeout is refused");
      told.setLinkedException(refused);
      throw told;
    }
  }

  private static Method onMessage() {
    try {
      return MessageListener.class.getMethod("onMessage", Message.class);
    } catch (NoSuchMethodException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  @Override
  public Session getSession() throws JMSException {
    return session.getSession();
  }

  /** A message was loaded into the session. */
  @Override
  public void start() throws JMSException {
    pool.take(this);
    boolean taken = false;
    try {
      works.scheduleWork(this);
      taken = true;
    } catch (WorkException | RuntimeException refused) {
      // The consumer gives the message back by that.
      JMSException told = new JMSException("the container takes no work", "EMQ-WORK");
      told.setLinkedException(refused);
      throw told;
    } finally {
      if (!taken) {
        pool.giveBack(this);
      }
    }
  }

  @Override
  public void run() {
    try {
      if (begin()) {
        deliverLoaded();
      }
    } finally {
      end();
      pool.giveBack(this);
    }
  }

  /** False when the container has come to this work only after the endpoint was drained. */
  private synchronized boolean begin() {
    if (closed) {
      return false;
    }
    worker = Thread.currentThread();
    return true;
  }

  private synchronized void end() {
    worker = null;
  }

  /** The transaction begins before the message is the session's, so that it is part of it. */
  private void deliverLoaded() {
    try {
      endpoint().beforeDelivery(ON_MESSAGE);
    } catch (ResourceException | NoSuchMethodException | RuntimeException failed) {
      discardEndpoint();
      postpone(failed);
      return;
    }
    try {
      session.run();
    } finally {
      endDelivery();
    }
  }

  private void endDelivery() {
    try {
      endpoint.afterDelivery();
    } catch (ResourceException rolledBack) {
      LOG.debug("{}: a delivery was rolled back", settings, rolledBack);
    } catch (RuntimeException failed) {
      LOG.error("{}: the container could not end a delivery", settings, failed);
      discardEndpoint();
    }
  }

  /**
   * The application is being deployed or undeployed. No bean has seen the message, so that does not
   * count as a delivery: it must not become a dead letter by deployments.
   */
  private void postpone(Exception why) {
    LOG.warn("{}: the container could not begin a delivery: {}", settings, why.getMessage());
    LOG.debug("{}: why a delivery could not begin", settings, why);
    try {
      pool.giveBackLoaded(session);
    } catch (JMSException closed) {
      LOG.warn("{}: a message comes again when its lease ends", settings, closed);
    }
    pool.pause();
  }

  /** What the session's own listener does. */
  private void deliver(Message message) {
    ((MessageListener) endpoint).onMessage(message);
  }

  private MessageEndpoint endpoint() throws UnavailableException, NoSuchMethodException {
    if (endpoint == null) {
      endpoint =
          endpoints.isDeliveryTransacted(ON_MESSAGE)
              ? endpoints.createEndpoint(session.getXAResource())
              : endpoints.createEndpoint(null);
    }
    return endpoint;
  }

  private void discardEndpoint() {
    MessageEndpoint last = endpoint;
    endpoint = null;
    if (last == null) {
      return;
    }
    try {
      last.release();
    } catch (RuntimeException failed) {
      LOG.warn("{}: the container could not release an endpoint", settings, failed);
    }
  }

  /** Some servers call this after {@link #run} has returned, when the next run may be under way. */
  @Override
  public void release() {
    // The deactivation of the endpoint interrupts what takes too long.
  }

  synchronized void interrupt() {
    if (worker != null) {
      worker.interrupt();
    }
  }

  void close() {
    synchronized (this) {
      closed = true;
    }
    discardEndpoint();
    try {
      session.close();
    } catch (JMSException | RuntimeException failed) {
      LOG.warn("{}: a session could not be closed in order", settings, failed);
    }
  }
}
