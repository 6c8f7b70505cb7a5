package io.echomq.jms.ra;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.resource.Referenceable;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.SecurityException;
import java.io.Serializable;
import javax.naming.Reference;

/**
 * The connection factory that applications of a server look up. A connection of it is a light
 * handle; each session takes a pooled connection, in the transaction of the moment.
 *
 * <p>Threads: any.
 */
public final class RaConnectionFactory
    implements ConnectionFactory,
        QueueConnectionFactory,
        TopicConnectionFactory,
        Referenceable,
        Serializable {
  private static final long serialVersionUID = 1L;

  private final EchoMQManagedConnectionFactory factory;
  private final ConnectionManager manager;
  private Reference reference;

  RaConnectionFactory(EchoMQManagedConnectionFactory factory, ConnectionManager manager) {
    this.factory = factory;
    this.manager = manager;
  }

  /** Where it differs from the adapter's. */
  ServerProperties server() {
    return factory.server();
  }

  RaSession allocate(RaCredentials credentials) throws JMSException {
    try {
      return (RaSession) manager.allocateConnection(factory, credentials);
    } catch (SecurityException refused) {
      throw told(
          new JMSSecurityException(refused.getMessage(), "EMQ-REFUSED-CREDENTIALS"), refused);
    } catch (ResourceException none) {
      throw told(
          new ResourceAllocationException(
              "the container has no connection: " + none.getMessage(), "EMQ-POOL"),
          none);
    }
  }

  private static JMSException told(JMSException exception, Exception cause) {
    exception.setLinkedException(cause);
    if (exception.getCause() == null) {
      exception.initCause(cause);
    }
    return exception;
  }

  private RaConnection open(RaCredentials credentials) {
    return new RaConnection(this, credentials);
  }

  private JMSContext context(RaCredentials credentials, int mode) {
    return Restrictions.unchecked(() -> RaContext.open(open(credentials), mode));
  }

  @Override
  public RaConnection createConnection() {
    return open(RaCredentials.OWN);
  }

  @Override
  public RaConnection createConnection(String user, String password) {
    return open(RaCredentials.named(user, password));
  }

  @Override
  public QueueConnection createQueueConnection() {
    return open(RaCredentials.OWN);
  }

  @Override
  public QueueConnection createQueueConnection(String user, String password) {
    return open(RaCredentials.named(user, password));
  }

  @Override
  public TopicConnection createTopicConnection() {
    return open(RaCredentials.OWN);
  }

  @Override
  public TopicConnection createTopicConnection(String user, String password) {
    return open(RaCredentials.named(user, password));
  }

  @Override
  public JMSContext createContext() {
    return context(RaCredentials.OWN, JMSContext.AUTO_ACKNOWLEDGE);
  }

  @Override
  public JMSContext createContext(int mode) {
    return context(RaCredentials.OWN, mode);
  }

  @Override
  public JMSContext createContext(String user, String password) {
    return context(RaCredentials.named(user, password), JMSContext.AUTO_ACKNOWLEDGE);
  }

  @Override
  public JMSContext createContext(String user, String password, int mode) {
    return context(RaCredentials.named(user, password), mode);
  }

  @Override
  public void setReference(Reference wanted) {
    reference = wanted;
  }

  @Override
  public Reference getReference() {
    return reference;
  }
}
