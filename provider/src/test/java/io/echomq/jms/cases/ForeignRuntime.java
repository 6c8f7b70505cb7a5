package io.echomq.jms.cases;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.resps.Tuple;

/** Another runtime on one queue, played with plain commands as the wire contract says. */
final class ForeignRuntime {
  private final Jedis jedis;
  private final String base;

  ForeignRuntime(Jedis jedis, String queue) {
    this.jedis = jedis;
    this.base = "emq:{" + queue + "}:";
  }

  /** Puts a row and its pending member; pushes no wake token, as other runtimes do not. */
  void enqueue(String id, byte[] payload, String attempts) {
    byte[] row = bytes(base + "job:" + id);
    jedis.hset(
        row,
        Map.of(
            bytes("state"), bytes("pending"),
            bytes("attempts"), bytes(attempts),
            bytes("payload"), payload));
    jedis.zadd(base + "pending", 0, id);
  }

  void enqueue(String id, String payload) {
    enqueue(id, bytes(payload), "0");
  }

  /** Claims the head for {@code leaseMillis} and answers its id; null when none is pending. */
  String claim(long leaseMillis) {
    Tuple head = jedis.zpopmin(base + "pending");
    if (head == null) {
      return null;
    }
    lease(head.getElement(), leaseMillis);
    return head.getElement();
  }

  private void lease(String id, long leaseMillis) {
    List<String> time = jedis.time();
    long now = Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
    jedis.hincrBy(base + "job:" + id, "attempts", 1);
    jedis.hset(base + "job:" + id, "state", "active");
    jedis.zadd(base + "active", (double) now + leaseMillis, id);
  }

  void complete(String id) {
    jedis.zrem(base + "active", id);
    jedis.del(base + "job:" + id);
    jedis.hincrBy(base + "metrics:completed", "count", 1);
  }

  /** Puts a job into a lane that can be served; the group is a branded id. */
  void enqueueIntoLane(String id, String group, String payload) {
    jedis.hset(
        base + "job:" + id,
        Map.of("state", "pending", "attempts", "0", "payload", payload, "group", group));
    jedis.zadd(base + "g:" + group + ":pending", 0, id);
    if (jedis.lpos(base + "ring", group) == null) {
      jedis.rpush(base + "ring", group);
    }
    jedis.lpush(base + "wake", "1");
  }

  /**
   * One step of a worker that claims lanes only; answers the id, null when no lane can be served.
   */
  String claimLane(long leaseMillis) {
    String group =
        jedis.lmove(base + "ring", base + "ring", ListDirection.LEFT, ListDirection.RIGHT);
    if (group == null) {
      return null;
    }
    String lane = base + "g:" + group + ":pending";
    Tuple head = jedis.zpopmin(lane);
    if (head == null) {
      jedis.lrem(base + "ring", 0, group);
      return null;
    }
    jedis.hincrBy(base + "gactive", group, 1);
    lease(head.getElement(), leaseMillis);
    if (jedis.zcard(lane) == 0) {
      jedis.lrem(base + "ring", 0, group);
    }
    return head.getElement();
  }

  /** A member of a set whose row does not exist. */
  void ghost(String set, double score, String id) {
    jedis.zadd(base + set, score, id);
  }

  long size(String set) {
    return jedis.zcard(base + set);
  }

  boolean hasRow(String id) {
    return jedis.exists(base + "job:" + id);
  }

  String field(String id, String field) {
    return jedis.hget(base + "job:" + id, field);
  }

  void setField(String id, String field, String value) {
    jedis.hset(base + "job:" + id, field, value);
  }

  void pause() {
    jedis.hset(base + "meta", "paused", "1");
  }

  void unpause() {
    jedis.hdel(base + "meta", "paused");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
