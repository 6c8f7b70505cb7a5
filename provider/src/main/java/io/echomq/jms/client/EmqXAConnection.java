package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.wire.BrokerConnector;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.xa.EmqXAResource;
import io.echomq.jms.xa.XaBranches;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import jakarta.jms.XAConnection;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;

/**
 * A connection whose sessions take part in distributed transactions, of any domain (§6.1.9).
 *
 * <p>Threads: any.
 */
public final class EmqXAConnection implements XAConnection, XAQueueConnection, XATopicConnection {
  private final EmqConnection connection;
  private final XaBranches branches;

  private EmqXAConnection(EmqConnection connection, XaBranches branches) {
    this.connection = connection;
    this.branches = branches;
    connection.core().afterClose(branches::release);
  }

  /**
   * A stopped connection.
   *
   * @param credentials null: those of the factory
   * @param branches of the same connector and credentials
   */
  public static EmqXAConnection open(
      BrokerConnector connector,
      Credentials credentials,
      Options options,
      Domain domain,
      XaBranches branches)
      throws JMSException {
    boolean made = false;
    try {
      branches.acquire();
      try {
        EmqXAConnection connection =
            new EmqXAConnection(
                EmqConnection.open(connector.connect(credentials), options, domain), branches);
        made = true;
        return connection;
      } finally {
        if (!made) {
          branches.release();
        }
      }
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }

  /** The open branches of a factory and one set of credentials. */
  public static XaBranches branches(
      BrokerConnector connector, Credentials credentials, Options options) {
    return new XaBranches(
        connector,
        credentials,
        Policies.transaction(options),
        options.receiving().lease().toMillis());
  }

  EmqConnection plain() {
    return connection;
  }

  /** A resource that decides and recovers branches, and does not work in one. */
  public EmqXAResource recoveryResource() {
    return recoveryResource(branches);
  }

  /** The same without a connection: it connects for each call. */
  public static EmqXAResource recoveryResource(XaBranches branches) {
    return new EmqXAResource(branches, null, "recovery");
  }

  /**
   * The simplified API over a session of this connection; not for closing, since it closes both.
   */
  public JMSContext contextOver(XASession session) throws JMSException {
    return EmqContext.over(connection, (EmqSession) session.getSession());
  }

  /**
   * Gives back, uncounted, what a connection consumer has loaded into a session of this connection
   * that cannot be run: no transaction could be begun for it.
   */
  public void giveBackLoaded(XASession session) throws JMSException {
    SessionCore core = ((EmqSession) session.getSession()).core();
    connection.core().hub.giveBackUnseen(core.loaded.drain());
  }

  /**
   * Whether the connection has failed for good and must be made anew; known before a call fails of
   * it, while the {@code ExceptionListener} is told at some time after.
   */
  public boolean hasFailed() {
    return connection.core().broker.hasFailed();
  }

  /** Who hears of leases lost where no call could throw; null for nobody. */
  public void setLostLeaseListener(LostLeaseListener listener) {
    connection.setLostLeaseListener(listener);
  }

  /** The session that is made with a context, after which a client id may still be set (§6.1.2). */
  EmqXASession firstSession() throws JMSException {
    SessionCore core = connection.core().openFirstSession(EmqXASession.wrapper(branches));
    return new EmqXASession(new EmqSession(core), branches);
  }

  private EmqXASession session(Domain face) throws JMSException {
    SessionCore core = connection.core().openSession(face, EmqXASession.wrapper(branches));
    return new EmqXASession(new EmqSession(core), branches);
  }

  @Override
  public XASession createXASession() throws JMSException {
    return session(Domain.BOTH);
  }

  @Override
  public XAQueueSession createXAQueueSession() throws JMSException {
    return session(Domain.QUEUE);
  }

  @Override
  public XATopicSession createXATopicSession() throws JMSException {
    return session(Domain.TOPIC);
  }

  /** Branches that are not decided go on without it. */
  @Override
  public void close() throws JMSException {
    connection.close();
  }

  @Override
  public Session createSession(boolean transacted, int sessionMode) throws JMSException {
    return connection.createSession(transacted, sessionMode);
  }

  @Override
  public Session createSession(int sessionMode) throws JMSException {
    return connection.createSession(sessionMode);
  }

  @Override
  public Session createSession() throws JMSException {
    return connection.createSession();
  }

  @Override
  public String getClientID() throws JMSException {
    return connection.getClientID();
  }

  @Override
  public void setClientID(String clientId) throws JMSException {
    connection.setClientID(clientId);
  }

  @Override
  public ConnectionMetaData getMetaData() throws JMSException {
    return connection.getMetaData();
  }

  @Override
  public ExceptionListener getExceptionListener() throws JMSException {
    return connection.getExceptionListener();
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) throws JMSException {
    connection.setExceptionListener(listener);
  }

  @Override
  public void start() throws JMSException {
    connection.start();
  }

  @Override
  public void stop() throws JMSException {
    connection.stop();
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Destination destination, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    return connection.createConnectionConsumer(destination, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createSharedConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    return connection.createSharedConnectionConsumer(topic, name, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createDurableConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    return connection.createDurableConnectionConsumer(topic, name, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createSharedDurableConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    return connection.createSharedDurableConnectionConsumer(
        topic, name, selector, pool, maxMessages);
  }

  @Override
  public QueueSession createQueueSession(boolean transacted, int sessionMode) throws JMSException {
    return connection.createQueueSession(transacted, sessionMode);
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Queue queue, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
    return connection.createConnectionConsumer(queue, selector, pool, maxMessages);
  }

  @Override
  public TopicSession createTopicSession(boolean transacted, int sessionMode) throws JMSException {
    return connection.createTopicSession(transacted, sessionMode);
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Topic topic, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
    return connection.createConnectionConsumer(topic, selector, pool, maxMessages);
  }
}
