package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.message.MessageFactory;
import io.echomq.jms.message.TrustPolicy;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;

/** A connection of the classic API, of any domain (§6.1). Threads: any. */
public final class EmqConnection implements QueueConnection, TopicConnection {
  private final ConnectionCore core;
  private final Domain domain;

  private EmqConnection(ConnectionCore core, Domain domain) {
    this.core = core;
    this.domain = domain;
  }

  /**
   * A stopped connection over a broker; it closes the broker when it is closed, and when this
   * throws.
   *
   * @throws JMSException when the client id of the options is taken
   */
  public static EmqConnection open(Broker broker, Options options, Domain domain)
      throws JMSException {
    String clientId = options.client().clientId();
    TrustPolicy trust = new TrustPolicy(options.client().trustedPackages());
    try {
      ConnectionCore core =
          new ConnectionCore(
              broker, options, new MessageFactory(trust), clientId.isEmpty() ? null : clientId);
      return new EmqConnection(core, domain);
    } catch (WireException refused) {
      broker.close();
      throw JmsErrors.toJms(refused);
    }
  }

  ConnectionCore core() {
    return core;
  }

  /** Who hears of leases lost where no call could throw; null for nobody. */
  public void setLostLeaseListener(LostLeaseListener listener) {
    core.setLostLeaseListener(listener);
  }

  @Override
  public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
    return session(transacted, acknowledgeMode, Domain.BOTH);
  }

  @Override
  public Session createSession(int sessionMode) throws JMSException {
    return session(sessionMode == Session.SESSION_TRANSACTED, sessionMode, Domain.BOTH);
  }

  @Override
  public Session createSession() throws JMSException {
    return session(false, Session.AUTO_ACKNOWLEDGE, Domain.BOTH);
  }

  @Override
  public QueueSession createQueueSession(boolean transacted, int acknowledgeMode)
      throws JMSException {
    return session(transacted, acknowledgeMode, Domain.QUEUE);
  }

  @Override
  public TopicSession createTopicSession(boolean transacted, int acknowledgeMode)
      throws JMSException {
    return session(transacted, acknowledgeMode, Domain.TOPIC);
  }

  /** The session that is made with a context, after which a client id may still be set (§6.1.2). */
  EmqSession firstSession(int mode) throws JMSException {
    return new EmqSession(core.openFirstSession(mode));
  }

  private EmqSession session(boolean transacted, int mode, Domain face) throws JMSException {
    if (!transacted && mode == Session.SESSION_TRANSACTED) {
      throw new JMSException(
          "a session that is not transacted needs AUTO_ACKNOWLEDGE, CLIENT_ACKNOWLEDGE or"
              + " DUPS_OK_ACKNOWLEDGE (§6.1.4)",
          "EMQ-ACKNOWLEDGE-MODE");
    }
    return new EmqSession(core.openSession(transacted ? Session.SESSION_TRANSACTED : mode, face));
  }

  @Override
  public String getClientID() throws JMSException {
    return core.clientId();
  }

  @Override
  public void setClientID(String clientId) throws JMSException {
    core.setClientId(clientId);
  }

  @Override
  public ConnectionMetaData getMetaData() throws JMSException {
    core.checkOpen();
    return new EmqMetaData();
  }

  @Override
  public ExceptionListener getExceptionListener() throws JMSException {
    core.checkOpen();
    return core.exceptionListener();
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) throws JMSException {
    core.checkOpen();
    core.setExceptionListener(listener);
  }

  @Override
  public void start() throws JMSException {
    core.start();
  }

  @Override
  public void stop() throws JMSException {
    core.stop();
  }

  @Override
  public void close() throws JMSException {
    core.close();
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Destination destination, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    return core.connectionConsumer(destination, Kind.PLAIN, null, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Queue queue, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
    return createConnectionConsumer((Destination) queue, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createConnectionConsumer(
      Topic topic, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
    return createConnectionConsumer((Destination) topic, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createSharedConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    domain.needsTopics("createSharedConnectionConsumer");
    return core.connectionConsumer(topic, Kind.SHARED, name, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createDurableConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    domain.needsTopics("createDurableConnectionConsumer");
    return core.connectionConsumer(topic, Kind.DURABLE, name, selector, pool, maxMessages);
  }

  @Override
  public ConnectionConsumer createSharedDurableConnectionConsumer(
      Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages)
      throws JMSException {
    domain.needsTopics("createSharedDurableConnectionConsumer");
    return core.connectionConsumer(topic, Kind.SHARED_DURABLE, name, selector, pool, maxMessages);
  }
}
