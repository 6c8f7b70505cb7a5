package io.echomq.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class TopologyIT {
  private static final int SLOT_OF_123456789 = 12_739;

  @Test
  void aClusterServesEverySlotByOneNodeAndRedirectsFromTheOthers() {
    try (PrivateCluster cluster = PrivateCluster.start()) {
      int owner = cluster.nodeOf(SLOT_OF_123456789);
      try (Jedis jedis = cluster.jedis(owner);
          Jedis other = cluster.jedis((owner + 1) % 3)) {
        assertEquals("OK", jedis.set("123456789", "x"));
        JedisMovedDataException moved =
            assertThrows(JedisMovedDataException.class, () -> other.get("123456789"));
        assertEquals(cluster.ports().get(owner), moved.getTargetNode().getPort());
      }
      cluster.end(owner);
      assertThrows(JedisConnectionException.class, () -> cluster.jedis(owner));
      assertTrue(cluster.uri().startsWith("valkey+cluster://:" + cluster.password() + "@127."));
    }
  }

  @Test
  void aReplicaTakesOverWhenThePrimaryIsGone() {
    try (PrivateSentinel group = PrivateSentinel.start()) {
      int before = group.primaryPort();
      try (Jedis jedis = group.jedis()) {
        jedis.set("kept", "yes");
        assertEquals(1, jedis.waitReplicas(1, 5_000));
      }
      group.failOver();
      assertTrue(group.primaryPort() != before);
      try (Jedis jedis = group.jedis()) {
        assertEquals("yes", jedis.get("kept"));
      }
    }
  }
}
