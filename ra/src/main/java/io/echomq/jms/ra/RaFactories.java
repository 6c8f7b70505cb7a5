package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.config.ConfigException;
import java.util.HashMap;
import java.util.Map;

/**
 * One factory for each address, so that all connections of the adapter share sockets and branches:
 * a message that goes from queue to queue is one branch, committed in one phase.
 *
 * <p>Threads: any.
 */
final class RaFactories {
  private final Map<String, EchoMQXAConnectionFactory> factories = new HashMap<>();

  /**
   * The factory of an address.
   *
   * @throws ConfigException naming the option of the address that is refused
   */
  synchronized EchoMQXAConnectionFactory get(ServerProperties server) {
    String uri = server.toUri();
    return factories.computeIfAbsent(uri, address -> new EchoMQXAConnectionFactory(address));
  }
}
