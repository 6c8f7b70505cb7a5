package io.echomq.jms;

import io.echomq.jms.client.Domain;
import io.echomq.jms.client.EmqXAConnection;
import io.echomq.jms.client.EmqXAContext;
import io.echomq.jms.client.LostLeaseListener;
import io.echomq.jms.config.Options;
import io.echomq.jms.errors.RuntimeErrors;
import io.echomq.jms.valkey.ValkeyConnector;
import io.echomq.jms.wire.BrokerConnector;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.xa.XaBranches;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.TopicConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnectionFactory;
import jakarta.jms.XATopicConnectionFactory;
import java.util.HashMap;
import java.util.Map;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.transaction.xa.XAResource;

/**
 * Connects to a Valkey that is the broker, for transaction managers (Jakarta Messaging 3.1,
 * §6.1.9): the connections take part in distributed transactions. Plain connections come from it
 * too; they are those of an {@link EchoMQConnectionFactory} with the same options.
 *
 * <p>Branches of transactions belong to the factory: a connection may be closed before its branch
 * is prepared.
 *
 * <p>Threads: any, once it is configured.
 */
public final class EchoMQXAConnectionFactory extends FactoryOptions
    implements XAConnectionFactory,
        XAQueueConnectionFactory,
        XATopicConnectionFactory,
        Referenceable {
  private static final long serialVersionUID = 1L;

  private transient Backing backing;
  private transient volatile LostLeaseListener lostLeaseListener;

  /** A factory for {@code valkey://localhost:6379}. */
  public EchoMQXAConnectionFactory() {
    this(null);
  }

  /**
   * @param uri as for {@link EchoMQConnectionFactory#EchoMQConnectionFactory(String)}
   * @throws io.echomq.jms.config.ConfigException naming the option, its value and the remedy
   */
  public EchoMQXAConnectionFactory(String uri) {
    super(uri);
  }

  /** What was made with the options in force. */
  private static final class Backing {
    private final Options options;
    private final BrokerConnector connector;
    private final EchoMQConnectionFactory plain;
    private final Map<Credentials, XaBranches> branches = new HashMap<>();

    Backing(Options options, String uri) {
      this.options = options;
      this.connector = new ValkeyConnector(options.validated());
      this.plain = new EchoMQConnectionFactory(uri);
    }

    synchronized XaBranches branches(Credentials credentials) {
      return branches.computeIfAbsent(
          credentials, each -> EmqXAConnection.branches(connector, each, options));
    }
  }

  /** For connections made from now on: who hears of leases lost where no call could throw. */
  public void setLostLeaseListener(LostLeaseListener listener) {
    lostLeaseListener = listener;
  }

  @Override
  synchronized void changed() {
    backing = null;
  }

  private synchronized Backing backing() {
    if (backing == null) {
      backing = new Backing(options(), getUri());
    }
    return backing;
  }

  private EchoMQConnectionFactory plain() {
    EchoMQConnectionFactory plain = backing().plain;
    plain.setLostLeaseListener(lostLeaseListener);
    return plain;
  }

  private EmqXAConnection open(Credentials credentials, Domain domain) throws JMSException {
    Backing current = backing();
    EmqXAConnection made =
        EmqXAConnection.open(
            current.connector, credentials, current.options, domain, current.branches(credentials));
    made.setLostLeaseListener(lostLeaseListener);
    return made;
  }

  /** Null for the factory's own credentials. */
  private static Credentials credentials(String user, String password) {
    return user == null && password == null ? null : new Credentials(user, password);
  }

  private XAJMSContext context(Credentials credentials) {
    try {
      return EmqXAContext.open(open(credentials, Domain.BOTH));
    } catch (JMSException refused) {
      throw RuntimeErrors.toRuntime(refused);
    }
  }

  /**
   * A resource for recovery: it connects for each call, and lists and decides the branches that are
   * prepared on the server, whoever prepared them.
   *
   * @param user null for the factory's own credentials
   */
  public XAResource recoveryResource(String user, String password) {
    return EmqXAConnection.recoveryResource(backing().branches(credentials(user, password)));
  }

  @Override
  public EmqXAConnection createXAConnection() throws JMSException {
    return open(null, Domain.BOTH);
  }

  @Override
  public EmqXAConnection createXAConnection(String user, String password) throws JMSException {
    return open(credentials(user, password), Domain.BOTH);
  }

  @Override
  public EmqXAConnection createXAQueueConnection() throws JMSException {
    return open(null, Domain.QUEUE);
  }

  @Override
  public EmqXAConnection createXAQueueConnection(String user, String password) throws JMSException {
    return open(credentials(user, password), Domain.QUEUE);
  }

  @Override
  public EmqXAConnection createXATopicConnection() throws JMSException {
    return open(null, Domain.TOPIC);
  }

  @Override
  public EmqXAConnection createXATopicConnection(String user, String password) throws JMSException {
    return open(credentials(user, password), Domain.TOPIC);
  }

  @Override
  public XAJMSContext createXAContext() {
    return context(null);
  }

  @Override
  public XAJMSContext createXAContext(String user, String password) {
    return context(credentials(user, password));
  }

  @Override
  public Connection createConnection() throws JMSException {
    return plain().createConnection();
  }

  @Override
  public Connection createConnection(String user, String password) throws JMSException {
    return plain().createConnection(user, password);
  }

  @Override
  public QueueConnection createQueueConnection() throws JMSException {
    return plain().createQueueConnection();
  }

  @Override
  public QueueConnection createQueueConnection(String user, String password) throws JMSException {
    return plain().createQueueConnection(user, password);
  }

  @Override
  public TopicConnection createTopicConnection() throws JMSException {
    return plain().createTopicConnection();
  }

  @Override
  public TopicConnection createTopicConnection(String user, String password) throws JMSException {
    return plain().createTopicConnection(user, password);
  }

  @Override
  public JMSContext createContext() {
    return plain().createContext();
  }

  @Override
  public JMSContext createContext(int sessionMode) {
    return plain().createContext(sessionMode);
  }

  @Override
  public JMSContext createContext(String user, String password) {
    return plain().createContext(user, password);
  }

  @Override
  public JMSContext createContext(String user, String password, int sessionMode) {
    return plain().createContext(user, password, sessionMode);
  }

  @Override
  public Reference getReference() {
    return new Reference(
        getClass().getName(),
        new StringRefAddr(EchoMQConnectionFactory.REF_URI, getUri()),
        EchoMQConnectionFactory.OBJECT_FACTORY,
        null);
  }
}
