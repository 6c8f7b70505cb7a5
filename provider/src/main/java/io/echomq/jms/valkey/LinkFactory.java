package io.echomq.jms.valkey;

import io.echomq.jms.config.Endpoint;
import io.echomq.jms.config.Endpoint.Host;
import io.echomq.jms.config.Login;
import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.server.EmbeddedServer;
import io.echomq.server.EmbeddedServerException;
import io.echomq.server.EmbeddedServers;
import java.time.Duration;

/**
 * Dials links: address (asked of the sentinels anew each time), socket, TLS, login, engine check,
 * version fence; all of it within {@code connectTimeout}, and nothing left open on failure.
 *
 * <p>Threads: any (immutable).
 */
final class LinkFactory {
  private final Options options;
  private final Credentials credentials;
  private final Fence fence;
  private final Sockets sockets;

  /**
   * A factory for one server and one user.
   *
   * @param credentials null: those of the options
   * @throws WireException {@link WireError#MISCONFIGURED}: a key or trust store that cannot be
   *     read; {@link WireError#UNFIT_ENGINE}: a cluster's address
   */
  LinkFactory(Options options, Credentials credentials) throws WireException {
    Endpoint endpoint = options.endpoint();
    if (endpoint.kind() == Endpoint.Kind.CLUSTER) {
      throw new WireException(
          WireError.UNFIT_ENGINE,
          endpoint
              + ": clusters are not supported yet; name one server (valkey://host:port) or the"
              + " sentinels of a master (valkey+sentinel://h1,h2/master)");
    }
    this.options = options;
    this.credentials = credentials;
    this.fence = new Fence(options.client().protocolVersions());
    this.sockets = new Sockets(endpoint.tls() ? new TlsSockets(options.tls()) : null);
  }

  /**
   * A new link.
   *
   * @param purpose what it is for, for example {@code send}: shown by CLIENT LIST unless the option
   *     {@code clientName} is set
   * @throws WireException {@link WireError#UNAVAILABLE}, {@link WireError#REFUSED_CREDENTIALS},
   *     {@link WireError#FOREIGN_VERSION}, {@link WireError#UNFIT_ENGINE}, {@link
   *     WireError#INTERRUPTED}; the message names host, port and remedy
   */
  Link dial(String purpose) throws WireException {
    return dial(purpose, options.timeouts().connect());
  }

  /** As {@link #dial(String)}, for a caller who can wait less than {@code connectTimeout}. */
  Link dial(String purpose, Duration most) throws WireException {
    Duration connect = options.timeouts().connect();
    Deadline deadline = Deadline.in(most.compareTo(connect) < 0 ? most : connect);
    Target target = target(deadline);
    String name = options.login().clientName();
    int socketTimeout = (int) options.timeouts().socket().toMillis();
    Link link =
        new Link(sockets.open(target.host, deadline), target.host.toString(), socketTimeout);
    try {
      new Handshake(target.credentials, options.login().database(), fence)
          .greet(link, name.isEmpty() ? "echomq-jms-" + purpose : name, deadline);
      return link;
    } catch (WireException | RuntimeException failed) {
      link.close();
      throw failed;
    }
  }

  /** What tells servers apart within this JVM: the address and the database, without secrets. */
  String serverKey() {
    return options.endpoint() + "#" + options.login().database();
  }

  private Target target(Deadline deadline) throws WireException {
    Endpoint endpoint = options.endpoint();
    Login login = options.login();
    Credentials ours =
        credentials != null ? credentials : new Credentials(login.user(), login.password());
    return switch (endpoint.kind()) {
      case SINGLE, CLUSTER -> new Target(endpoint.hosts().get(0), ours);
      case SENTINEL -> new Target(askSentinels(endpoint, login, deadline), ours);
      case EMBEDDED -> embedded(endpoint);
    };
  }

  private Host askSentinels(Endpoint endpoint, Login login, Deadline deadline)
      throws WireException {
    Credentials sentinel = new Credentials(login.sentinelUser(), login.sentinelPassword());
    return new Sentinels(endpoint.hosts(), endpoint.name(), sentinel, sockets).master(deadline);
  }

  /** The private server; its password is its own secret, credentials of a caller win over it. */
  private Target embedded(Endpoint endpoint) throws WireException {
    try {
      EmbeddedServer server = EmbeddedServers.shared(endpoint.toString());
      return new Target(
          new Host(server.host(), server.port()),
          credentials != null ? credentials : new Credentials(null, server.password()));
    } catch (EmbeddedServerException failed) {
      throw new WireException(WireError.UNAVAILABLE, endpoint + ": " + failed.getMessage(), failed);
    }
  }

  private record Target(Host host, Credentials credentials) {}
}
