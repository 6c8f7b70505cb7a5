package io.echomq.jms.ra;

import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;

/**
 * A connection as applications of a container see it: it holds nothing but the credentials; its
 * session takes a pooled connection, in the transaction of that moment, so that a bean may keep a
 * connection over many transactions.
 *
 * <p>Threads: any; at most one session at a time (§6.1.9 of Jakarta Messaging 3.1).
 */
public final class RaConnection implements QueueConnection, TopicConnection {
  private final RaConnectionFactory factory;
  private final RaCredentials credentials;
  private final RaTemporaries temporaries = new RaTemporaries();
  private RaSession session;
  private boolean closed;

  RaConnection(RaConnectionFactory factory, RaCredentials credentials) {
    this.factory = factory;
    this.credentials = credentials;
  }

  private void checkOpen() throws JMSException {
    if (closed) {
      throw new IllegalStateException("the connection is closed", "EMQ-CLOSED");
    }
  }

  @Override
  public synchronized RaSession createSession() throws JMSException {
    checkOpen();
    if (session != null) {
      throw new IllegalStateException(
          "this connection has a session already, and Jakarta EE allows one; close it, or create"
              + " another connection",
          "EMQ-CONTAINER");
    }
    RaSession made = factory.allocate(credentials);
    made.belongsTo(temporaries, () -> forget(made));
    session = made;
    return made;
  }

  private synchronized void forget(RaSession which) {
    if (session == which) {
      session = null;
    }
  }

  /**
   * In a transaction of the container the mode is ignored; outside of one it is automatic, and
   * CLIENT_ACKNOWLEDGE is refused (§6.2.1, Jakarta EE).
   */
  @Override
  public RaSession createSession(int mode) throws JMSException {
    RaSession made = createSession();
    if (mode == Session.CLIENT_ACKNOWLEDGE && !made.isTransacted()) {
      made.close();
      throw Restrictions.refusal("CLIENT_ACKNOWLEDGE");
    }
    return made;
  }

  @Override
  public RaSession createSession(boolean transacted, int mode) throws JMSException {
    return createSession(transacted ? Session.SESSION_TRANSACTED : mode);
  }

  @Override
  public RaSession createQueueSession(boolean transacted, int mode) throws JMSException {
    return createSession(transacted, mode);
  }

  @Override
  public RaSession createTopicSession(boolean transacted, int mode) throws JMSException {
    return createSession(transacted, mode);
  }

  @Override
  public synchronized String getClientID() throws JMSException {
    checkOpen();
    return session == null ? null : session.connection().connection().getClientID();
  }

  @Override
  public synchronized ConnectionMetaData getMetaData() throws JMSException {
    checkOpen();
    if (session != null) {
      return session.connection().connection().getMetaData();
    }
    try (RaSession once = factory.allocate(credentials)) {
      return once.connection().connection().getMetaData();
    }
  }

  /** Pooled connections are started. */
  @Override
  public synchronized void start() throws JMSException {
    checkOpen();
  }

  @Override
  public void close() {
    RaSession open;
    synchronized (this) {
      closed = true;
      open = session;
    }
    if (open == null) {
      temporaries.delete();
      return;
    }
    open.closeMade();
    if (!open.isTransacted()) {
      // In a transaction they may be a part of it: they end with the pooled connection.
      temporaries.delete();
    }
    open.close();
  }

  @Override
  public void setClientID(String clientId) throws JMSException {
    throw Restrictions.refusal("setClientID");
  }

  @Override
  public ExceptionListener getExceptionListener() throws JMSException {
    throw Restrictions.refusal("getExceptionListener");
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) throws JMSException {
    throw Restrictions.refusal("setExceptionListener");
  }

  @Override
  public void stop() throws JMSException {
    throw Restrictions.refusal("stop");
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Destination destination, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    throw Restrictions.refusal("createConnectionConsumer");
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Queue queue, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
    throw Restrictions.refusal("createConnectionConsumer");
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Topic topic, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
    throw Restrictions.refusal("createConnectionConsumer");
  }

  @Override
  public ConnectionConsumer createSharedConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    throw Restrictions.refusal("createSharedConnectionConsumer");
  }

  @Override
  public ConnectionConsumer createDurableConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    throw Restrictions.refusal("createDurableConnectionConsumer");
  }

  @Override
  public ConnectionConsumer createSharedDurableConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    throw Restrictions.refusal("createSharedDurableConnectionConsumer");
  }
}
