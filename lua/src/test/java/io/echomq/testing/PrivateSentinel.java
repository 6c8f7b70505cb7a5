package io.echomq.testing;

import static org.awaitility.Awaitility.await;

import io.echomq.server.EmbeddedServer;
import io.echomq.server.EmbeddedServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/**
 * A primary, a replica and one sentinel with a quorum of one, for tests of a failover.
 *
 * <p>Threads: for the test's own thread.
 */
public final class PrivateSentinel implements AutoCloseable {
  /** The name under which the sentinel knows the primary. */
  public static final String MASTER = "echomq";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<EmbeddedServer> servers = new ArrayList<>();
  private EmbeddedServer sentinel;

  private PrivateSentinel() {}

  /** Starts the three and waits until the sentinel knows of a replica that is in sync. */
  public static PrivateSentinel start(String... configLines) {
    PrivateSentinel group = new PrivateSentinel();
    boolean formed = false;
    try {
      group.form(configLines);
      formed = true;
      return group;
    } finally {
      if (!formed) {
        group.close();
      }
    }
  }

  /** {@code valkey+sentinel://:password@127.0.0.1:port/echomq?sentinelPassword=…}. */
  public String uri() {
    return "valkey+sentinel://:"
        + password()
        + "@"
        + sentinel.host()
        + ":"
        + sentinel.port()
        + "/"
        + MASTER
        + "?sentinelPassword="
        + password();
  }

  /** The password of all three. */
  public String password() {
    return servers.get(0).password();
  }

  /** The port of the primary, as the sentinel sees it now. */
  public int primaryPort() {
    try (Jedis jedis = open(sentinel)) {
      return Integer.parseInt(jedis.sentinelGetMasterAddrByName(MASTER).get(1));
    }
  }

  /** A connection to the present primary, to be closed by the caller. */
  public Jedis jedis() {
    int port = primaryPort();
    return open(servers.stream().filter(each -> each.port() == port).findFirst().orElseThrow());
  }

  /** Ends the primary for good and waits until the replica has taken over. */
  public void failOver() {
    int before = primaryPort();
    servers.stream().filter(each -> each.port() == before).forEach(EmbeddedServer::close);
    await().atMost(PATIENCE).until(() -> primaryPort() != before && isPrimary());
  }

  @Override
  public void close() {
    if (sentinel != null) {
      sentinel.close();
    }
    servers.forEach(EmbeddedServer::close);
  }

  private void form(String... configLines) {
    // Without the delay, in which a primary waits for further replicas, it takes 5 s less.
    EmbeddedServer primary =
        EmbeddedServer.start(
            TestEngine.options().withConfigLines(and(configLines, "repl-diskless-sync-delay 0")));
    servers.add(primary);
    EmbeddedServerOptions same = TestEngine.options().withPassword(primary.password());
    servers.add(
        EmbeddedServer.start(
            same.withConfigLines(
                and(
                    configLines,
                    "replicaof 127.0.0.1 " + primary.port(),
                    "masterauth " + primary.password()))));
    await().atMost(PATIENCE).until(() -> replicationOf(primary).contains("state=online"));
    sentinel =
        EmbeddedServer.start(
            same.withArguments("--sentinel")
                .withConfigLines(
                    "sentinel monitor " + MASTER + " 127.0.0.1 " + primary.port() + " 1",
                    "sentinel auth-pass " + MASTER + " " + primary.password(),
                    "sentinel down-after-milliseconds " + MASTER + " 1500",
                    "sentinel failover-timeout " + MASTER + " 3000"));
    await().atMost(PATIENCE).until(this::knowsAReplica);
  }

  private static String[] and(String[] lines, String... more) {
    return Stream.concat(Stream.of(lines), Stream.of(more)).toArray(String[]::new);
  }

  private boolean knowsAReplica() {
    try (Jedis jedis = open(sentinel)) {
      return jedis.sentinelReplicas(MASTER).stream()
          .anyMatch(replica -> "ok".equals(replica.get("master-link-status")));
    }
  }

  private boolean isPrimary() {
    try (Jedis jedis = jedis()) {
      return jedis.info("replication").contains("role:master");
    }
  }

  private static String replicationOf(EmbeddedServer server) {
    try (Jedis jedis = open(server)) {
      return jedis.info("replication");
    }
  }

  private static Jedis open(EmbeddedServer server) {
    return Connections.open(server.host(), server.port(), server.password(), 0);
  }
}
