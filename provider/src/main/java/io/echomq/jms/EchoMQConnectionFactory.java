package io.echomq.jms;

import io.echomq.jms.client.Domain;
import io.echomq.jms.client.EmqConnection;
import io.echomq.jms.client.EmqContext;
import io.echomq.jms.client.LostLeaseListener;
import io.echomq.jms.config.Options;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.errors.RuntimeErrors;
import io.echomq.jms.valkey.ValkeyConnector;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.Traffic;
import io.echomq.jms.wire.WireException;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;

/**
 * Connects to a Valkey that is the broker (Jakarta Messaging 3.1, §5.3): plain, queue and topic
 * factory in one.
 *
 * <pre>{@code
 * ConnectionFactory factory = new EchoMQConnectionFactory("valkey://localhost:6379");
 * }</pre>
 *
 * <p>Connections of one factory with equal credentials share sockets. Making one answers within
 * {@code connectTimeout} (5 s by default) or throws: {@code JMSSecurityException} for a wrong user
 * or password, {@code JMSException} with error code {@code EMQ-UNAVAILABLE}, {@code
 * EMQ-FOREIGN-VERSION} or {@code EMQ-UNFIT-ENGINE} otherwise.
 *
 * <p>Threads: any, once it is configured.
 */
public final class EchoMQConnectionFactory extends FactoryOptions
    implements ConnectionFactory, QueueConnectionFactory, TopicConnectionFactory, Referenceable {
  private static final long serialVersionUID = 1L;

  /** The JNDI object factory that turns {@link #getReference} back into a factory. */
  public static final String OBJECT_FACTORY = "io.echomq.jms.jndi.EchoMQObjectFactory";

  /** Reference address with the whole configuration. */
  public static final String REF_URI = "uri";

  private transient volatile ValkeyConnector connector;
  private transient volatile LostLeaseListener lostLeaseListener;

  /** A factory for {@code valkey://localhost:6379}. */
  public EchoMQConnectionFactory() {
    this(null);
  }

  /**
   * @param uri for example {@code valkey://user:secret@host:6379/0?lease=1m}, or {@code embedded:}
   *     for a private server; null is {@code valkey://localhost:6379}
   * @throws io.echomq.jms.config.ConfigException naming the option, its value and the remedy
   */
  public EchoMQConnectionFactory(String uri) {
    super(uri);
  }

  /** For connections made from now on: who hears of leases lost where no call could throw. */
  public void setLostLeaseListener(LostLeaseListener listener) {
    lostLeaseListener = listener;
  }

  @Override
  synchronized void changed() {
    connector = null;
  }

  private synchronized ValkeyConnector connector() {
    if (connector == null) {
      connector = new ValkeyConnector(options().validated());
    }
    return connector;
  }

  /** The server's administration, over the sockets of this factory's connections; to be closed. */
  public EchoMQAdmin createAdmin() throws JMSException {
    try {
      return new EchoMQAdmin(connector().administer(null));
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }

  /** What went through the connections of this factory since its configuration was last changed. */
  public Traffic traffic() {
    return connector().traffic();
  }

  private EmqConnection open(Credentials credentials, Domain domain) throws JMSException {
    Options options = options();
    try {
      EmqConnection made = EmqConnection.open(connector().connect(credentials), options, domain);
      made.setLostLeaseListener(lostLeaseListener);
      return made;
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }

  private JMSContext context(Credentials credentials, int sessionMode) {
    try {
      return EmqContext.open(open(credentials, Domain.BOTH), sessionMode);
    } catch (JMSException refused) {
      throw RuntimeErrors.toRuntime(refused);
    }
  }

  /** Null for the factory's own credentials. */
  private static Credentials credentials(String user, String password) {
    return user == null && password == null ? null : new Credentials(user, password);
  }

  @Override
  public EmqConnection createConnection() throws JMSException {
    return open(null, Domain.BOTH);
  }

  @Override
  public EmqConnection createConnection(String user, String password) throws JMSException {
    return open(credentials(user, password), Domain.BOTH);
  }

  @Override
  public QueueConnection createQueueConnection() throws JMSException {
    return open(null, Domain.QUEUE);
  }

  @Override
  public QueueConnection createQueueConnection(String user, String password) throws JMSException {
    return open(credentials(user, password), Domain.QUEUE);
  }

  @Override
  public TopicConnection createTopicConnection() throws JMSException {
    return open(null, Domain.TOPIC);
  }

  @Override
  public TopicConnection createTopicConnection(String user, String password) throws JMSException {
    return open(credentials(user, password), Domain.TOPIC);
  }

  @Override
  public JMSContext createContext() throws JMSRuntimeException {
    return context(null, JMSContext.AUTO_ACKNOWLEDGE);
  }

  @Override
  public JMSContext createContext(int sessionMode) throws JMSRuntimeException {
    return context(null, sessionMode);
  }

  @Override
  public JMSContext createContext(String user, String password) throws JMSRuntimeException {
    return context(credentials(user, password), JMSContext.AUTO_ACKNOWLEDGE);
  }

  @Override
  public JMSContext createContext(String user, String password, int sessionMode)
      throws JMSRuntimeException {
    return context(credentials(user, password), sessionMode);
  }

  @Override
  public Reference getReference() {
    return new Reference(
        getClass().getName(), new StringRefAddr(REF_URI, getUri()), OBJECT_FACTORY, null);
  }
}
