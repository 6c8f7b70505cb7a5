package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConfigProperty;
import jakarta.resource.spi.ConnectionDefinition;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.ResourceAllocationException;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import javax.security.auth.Subject;

/**
 * Makes the connections that the container pools, and the connection factory that applications use.
 *
 * <p>Threads: any, once it is configured.
 */
@ConnectionDefinition(
    connectionFactory = jakarta.jms.ConnectionFactory.class,
    connectionFactoryImpl = RaConnectionFactory.class,
    connection = jakarta.jms.Session.class,
    connectionImpl = RaSession.class)
public class EchoMQManagedConnectionFactory
    implements ManagedConnectionFactory,
        ResourceAdapterAssociation,
        ValidatingManagedConnectionFactory {
  private static final long serialVersionUID = 1L;

  @ConfigProperty(description = "Address of the server; none is the resource adapter's")
  private String uri;

  @ConfigProperty(description = "User; none is the resource adapter's")
  private String user;

  @ConfigProperty(description = "Password of the user", confidential = true)
  private String password;

  private EchoMQResourceAdapter adapter;
  private transient PrintWriter log;
  private transient RaFactories alone;

  public String getUri() {
    return uri;
  }

  public void setUri(String uri) {
    this.uri = ServerProperties.blankToNull(uri);
  }

  public String getUser() {
    return user;
  }

  public void setUser(String user) {
    this.user = ServerProperties.blankToNull(user);
  }

  public String getPassword() {
    return password;
  }

  public void setPassword(String password) {
    this.password = ServerProperties.blankToNull(password);
  }

  /** Where it differs from the adapter's. */
  ServerProperties server() {
    return new ServerProperties(uri, user, password);
  }

  @Override
  public ResourceAdapter getResourceAdapter() {
    return adapter;
  }

  @Override
  public void setResourceAdapter(ResourceAdapter wanted) throws ResourceException {
    if (!(wanted instanceof EchoMQResourceAdapter ours)) {
      throw new ResourceException("the resource adapter is another one: " + wanted);
    }
    adapter = ours;
  }

  private synchronized EchoMQXAConnectionFactory factory() throws ResourceException {
    try {
      if (adapter != null) {
        return adapter.factory(server());
      }
      if (alone == null) {
        alone = new RaFactories();
      }
      return alone.get(server());
    } catch (IllegalArgumentException refused) {
      throw new ResourceException(
          "the connection factory's configuration is refused: " + refused.getMessage(), refused);
    }
  }

  @Override
  public Object createConnectionFactory(ConnectionManager manager) {
    return new RaConnectionFactory(this, manager);
  }

  /** Without a container: every session has a connection of its own. */
  @Override
  public Object createConnectionFactory() {
    return new RaConnectionFactory(this, new Unpooled());
  }

  @Override
  public ManagedConnection createManagedConnection(Subject subject, ConnectionRequestInfo request)
      throws ResourceException {
    RaCredentials credentials = RaCredentials.of(subject, request, this);
    try {
      return RaManagedConnection.open(factory(), credentials, this);
    } catch (jakarta.jms.JMSSecurityException refused) {
      throw new SecurityException(
          "the server refuses " + credentials + ": " + refused.getMessage(), refused);
    } catch (JMSException failed) {
      throw new ResourceAllocationException(
          "no connection for " + credentials + ": " + failed.getMessage(), failed);
    }
  }

  @Override
  @SuppressWarnings("rawtypes")
  public ManagedConnection matchManagedConnections(
      Set candidates, Subject subject, ConnectionRequestInfo request) {
    RaCredentials wanted = RaCredentials.of(subject, request, this);
    for (Object each : candidates) {
      if (each instanceof RaManagedConnection connection
          && connection.credentials().equals(wanted)
          && !connection.hasFailed()) {
        return connection;
      }
    }
    return null;
  }

  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public Set getInvalidConnections(Set connections) {
    Set<Object> invalid = new HashSet<>();
    for (Object each : connections) {
      if (each instanceof RaManagedConnection connection && connection.hasFailed()) {
        invalid.add(connection);
      }
    }
    return invalid;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {
    log = writer;
  }

  @Override
  public PrintWriter getLogWriter() {
    return log;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EchoMQManagedConnectionFactory factory
        && server().equals(factory.server())
        && Objects.equals(adapter, factory.adapter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(uri, user, adapter);
  }

  /** What stands for a container where there is none. */
  private static final class Unpooled implements ConnectionManager {
    private static final long serialVersionUID = 1L;

    @Override
    public Object allocateConnection(
        ManagedConnectionFactory factory, ConnectionRequestInfo request) throws ResourceException {
      ManagedConnection made = factory.createManagedConnection(null, request);
      made.addConnectionEventListener(new DestroyOnClose(made));
      return made.getConnection(null, request);
    }
  }
}
