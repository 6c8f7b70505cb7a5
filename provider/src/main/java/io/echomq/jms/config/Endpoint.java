package io.echomq.jms.config;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Where the server is: the part of a URI that is neither login nor options.
 *
 * @param kind which topology is addressed
 * @param tls whether connections are encrypted
 * @param hosts the server; the sentinels; or the seeds of the cluster. Empty when embedded
 * @param name the master's name (sentinel) or the server's name (embedded); else empty
 */
public record Endpoint(Kind kind, boolean tls, List<Host> hosts, String name) {
  /** The port of a server. */
  public static final int DEFAULT_PORT = 6379;

  /** The port of a sentinel. */
  public static final int DEFAULT_SENTINEL_PORT = 26379;

  /** The topologies. */
  public enum Kind {
    /** One server. */
    SINGLE,
    /** A master that sentinels name. */
    SENTINEL,
    /** A cluster. */
    CLUSTER,
    /** A private server in a child process. */
    EMBEDDED
  }

  /**
   * One address.
   *
   * @param name a host name or address; IPv6 without brackets
   * @param port 1 to 65535
   */
  public record Host(String name, int port) {
    @Override
    public String toString() {
      return (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":" + port;
    }
  }

  /** Copies the list. */
  public Endpoint {
    hosts = List.copyOf(hosts);
  }

  int defaultPort() {
    return kind == Kind.SENTINEL ? DEFAULT_SENTINEL_PORT : DEFAULT_PORT;
  }

  /** The canonical scheme, with its colon. */
  String scheme() {
    if (kind == Kind.EMBEDDED) {
      return "embedded:";
    }
    String topology = kind == Kind.SINGLE ? "" : "+" + kind.name().toLowerCase(Locale.ROOT);
    return (tls ? "valkeys" : "valkey") + topology + ":";
  }

  /** All hosts, with their ports, separated by commas. */
  String authority() {
    return hosts.stream().map(Host::toString).collect(Collectors.joining(","));
  }

  /** The address for logs and thread names; holds no secret. */
  @Override
  public String toString() {
    String path = kind == Kind.SENTINEL ? "/" + name : "";
    return kind == Kind.EMBEDDED ? scheme() + name : scheme() + "//" + authority() + path;
  }
}
