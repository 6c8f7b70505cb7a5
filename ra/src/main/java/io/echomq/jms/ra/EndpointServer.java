package io.echomq.jms.ra;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;

/** Finds the server that an endpoint consumes from. Threads: the container's that activates. */
final class EndpointServer {
  private EndpointServer() {}

  /**
   * The server of the activation: its own uri, else that of the connection factory it names, else
   * the adapter's; user and password of the activation win over the others.
   *
   * @throws ResourceException when the connection factory is not there, or not one of ours
   */
  static ServerProperties find(EndpointSettings settings, ServerProperties adapter)
      throws ResourceException {
    ServerProperties own = settings.server();
    if (own.uri() == null && settings.factoryLookup() != null) {
      own = own.or(serverOf(settings.factoryLookup()));
    }
    return own.or(adapter);
  }

  private static ServerProperties serverOf(String name) throws ResourceException {
    Object found = Lookup.find("connectionFactoryLookup", name);
    if (found instanceof RaConnectionFactory pooled) {
      return pooled.server();
    }
    if (found instanceof EchoMQConnectionFactory plain) {
      return new ServerProperties(plain.getUri(), null, null);
    }
    if (found instanceof EchoMQXAConnectionFactory xa) {
      return new ServerProperties(xa.getUri(), null, null);
    }
    throw new InvalidPropertyException(
        "connectionFactoryLookup '"
            + name
            + "' is a "
            + found.getClass().getName()
            + " and none of this resource adapter; name one of its connection factories, or leave"
            + " the property out");
  }
}
