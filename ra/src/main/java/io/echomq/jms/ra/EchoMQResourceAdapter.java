package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ConfigProperty;
import jakarta.resource.spi.Connector;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.TransactionSupport.TransactionSupportLevel;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import javax.transaction.xa.XAResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The adapter itself: knows the server, and the message endpoints that are active (Jakarta
 * Connectors 2.1, chapters 5 and 13).
 *
 * <p>Threads: the container's; properties are set before {@link #start}.
 */
@Connector(
    displayName = "EchoMQ JMS",
    vendorName = "EchoMQ",
    eisType = "Valkey",
    version = "0.1",
    transactionSupport = TransactionSupportLevel.XATransaction)
public class EchoMQResourceAdapter implements ResourceAdapter, Serializable {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(EchoMQResourceAdapter.class);

  /** Threads of one's own: a container that is stopping may give none. */
  private static final Executor STOPPERS = task -> new Thread(task, "emq-ra-stop").start();

  @ConfigProperty(description = "Address of the server, for example valkey://host:6379")
  private String uri;

  @ConfigProperty(description = "User; none is the one of the address, or the default user")
  private String user;

  @ConfigProperty(description = "Password of the user", confidential = true)
  private String password;

  private transient RaFactories factories;
  private transient BootstrapContext container;
  private transient Map<EndpointKey, EndpointActivation> active;

  /** A JVM keeps endpoints apart by factory and spec; names are not unique. */
  private record EndpointKey(MessageEndpointFactory factory, ActivationSpec spec) {
    @Override
    public boolean equals(Object other) {
      return other instanceof EndpointKey key && key.factory == factory && key.spec == spec;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(factory) + System.identityHashCode(spec);
    }
  }

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

  ServerProperties server() {
    return new ServerProperties(uri, user, password);
  }

  /** Connects to nothing: a server that is down must not fail a deployment. */
  @Override
  public synchronized void start(BootstrapContext context) throws ResourceAdapterInternalException {
    try {
      LOG.info("EchoMQ resource adapter for {}", new EchoMQXAConnectionFactory(server().toUri()));
    } catch (IllegalArgumentException refused) {
      throw new ResourceAdapterInternalException(
          "the resource adapter's configuration is refused: " + refused.getMessage(), refused);
    }
    container = context;
    factories = new RaFactories();
    active = new ConcurrentHashMap<>();
  }

  /** All endpoints at once: it takes as long as the slowest, not as all together. */
  @Override
  public void stop() {
    Map<EndpointKey, EndpointActivation> all = active;
    if (all != null) {
      CompletableFuture.allOf(
              all.values().stream()
                  .map(each -> CompletableFuture.runAsync(each::stop, STOPPERS))
                  .toArray(CompletableFuture[]::new))
          .join();
      all.clear();
    }
  }

  /** The factory of a server, which may be left to be the adapter's. */
  EchoMQXAConnectionFactory factory(ServerProperties wanted) {
    return factories.get(wanted.or(server()));
  }

  @Override
  public void endpointActivation(MessageEndpointFactory endpoints, ActivationSpec spec)
      throws ResourceException {
    EndpointSettings settings = specOf(spec).settings();
    ServerProperties server = EndpointServer.find(settings, server());
    EndpointActivation activation =
        new EndpointActivation(
            server, factories.get(server), container.getWorkManager(), endpoints, settings);
    EndpointKey key = new EndpointKey(endpoints, spec);
    active.put(key, activation);
    boolean started = false;
    try {
      activation.start();
      started = true;
    } finally {
      if (!started) {
        active.remove(key, activation);
      }
    }
  }

  @Override
  public void endpointDeactivation(MessageEndpointFactory endpoints, ActivationSpec spec) {
    EndpointActivation activation = active.remove(new EndpointKey(endpoints, spec));
    if (activation != null) {
      activation.stop();
    }
  }

  /** One live resource for each server and user among the specs; connects when it is asked. */
  @Override
  public XAResource[] getXAResources(ActivationSpec[] specs) throws ResourceException {
    List<XAResource> resources = new ArrayList<>();
    Set<ServerProperties> seen = new HashSet<>();
    for (ActivationSpec each : Arrays.asList(specs)) {
      ServerProperties server = serverOf(each);
      if (seen.add(server)) {
        resources.add(factories.get(server).recoveryResource(null, null));
      }
    }
    return resources.toArray(XAResource[]::new);
  }

  /** JNDI may know less in the thread that recovers than in the one that has activated. */
  private ServerProperties serverOf(ActivationSpec spec) throws ResourceException {
    for (Map.Entry<EndpointKey, EndpointActivation> each : active.entrySet()) {
      if (each.getKey().spec() == spec) {
        return each.getValue().server();
      }
    }
    return EndpointServer.find(specOf(spec).settings(), server());
  }

  private static EchoMQActivationSpec specOf(ActivationSpec spec) throws ResourceException {
    if (spec instanceof EchoMQActivationSpec ours) {
      ours.validate();
      return ours;
    }
    throw new ResourceException("the activation is one of another resource adapter: " + spec);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EchoMQResourceAdapter adapter && server().equals(adapter.server());
  }

  @Override
  public int hashCode() {
    return Objects.hash(uri, user);
  }
}
