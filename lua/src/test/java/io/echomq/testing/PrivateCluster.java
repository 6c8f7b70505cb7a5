package io.echomq.testing;

import static org.awaitility.Awaitility.await;

import io.echomq.server.EmbeddedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;

/**
 * A cluster of three primaries without replicas, each with a third of the slots: enough to meet
 * what crosses slots, redirections and a lost node.
 *
 * <p>Threads: for the test's own thread.
 */
public final class PrivateCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final int SLOTS = 16_384;

  private final List<EmbeddedServer> nodes = new ArrayList<>();

  private PrivateCluster() {}

  /** Starts the nodes and waits until each says that the cluster is well. */
  public static PrivateCluster start() {
    PrivateCluster cluster = new PrivateCluster();
    boolean formed = false;
    try {
      cluster.form();
      formed = true;
      return cluster;
    } finally {
      if (!formed) {
        cluster.close();
      }
    }
  }

  /** {@code valkey+cluster://:password@127.0.0.1:p1,127.0.0.1:p2,127.0.0.1:p3}. */
  public String uri() {
    return "valkey+cluster://:"
        + password()
        + "@"
        + nodes.stream()
            .map(node -> node.host() + ":" + node.port())
            .collect(Collectors.joining(","));
  }

  /** The password of every node. */
  public String password() {
    return nodes.get(0).password();
  }

  /** The ports of the nodes, in the order of their slots. */
  public List<Integer> ports() {
    return nodes.stream().map(EmbeddedServer::port).toList();
  }

  /** The index of the node that was given this slot at the start. */
  public int nodeOf(int slot) {
    return slot * NODES / SLOTS;
  }

  /** A connection to one node, to be closed by the caller. */
  public Jedis jedis(int node) {
    EmbeddedServer server = nodes.get(node);
    return Connections.open(server.host(), server.port(), server.password(), 0);
  }

  /** Ends one node for good; its slots are not served any more. */
  public void end(int node) {
    nodes.get(node).close();
  }

  @Override
  public void close() {
    nodes.forEach(EmbeddedServer::close);
  }

  private void form() {
    var options =
        TestEngine.options()
            .withConfigLines(
                "cluster-enabled yes",
                "cluster-node-timeout 5000",
                "cluster-require-full-coverage no");
    nodes.add(EmbeddedServer.start(options));
    while (nodes.size() < NODES) {
      nodes.add(EmbeddedServer.start(options.withPassword(password())));
    }
    for (int node = 0; node < NODES; node++) {
      int mine = node;
      try (Jedis jedis = jedis(node)) {
        jedis.clusterAddSlots(IntStream.range(0, SLOTS).filter(s -> nodeOf(s) == mine).toArray());
        jedis.clusterMeet(nodes.get(0).host(), nodes.get(0).port());
      }
    }
    for (int node = 0; node < NODES; node++) {
      try (Jedis jedis = jedis(node)) {
        await()
            .atMost(Duration.ofSeconds(60))
            .pollInterval(Duration.ofMillis(50))
            .until(jedis::clusterInfo, PrivateCluster::isWell);
      }
    }
  }

  private static boolean isWell(String info) {
    return info.contains("cluster_state:ok")
        && info.contains("cluster_slots_ok:" + SLOTS)
        && info.contains("cluster_known_nodes:" + NODES);
  }
}
