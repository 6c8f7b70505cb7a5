package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.PrivateServer;
import jakarta.jms.JMSContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Jedis;

/** An application server with its broker, and what an observer outside of both can do and see. */
record Site(PrivateServer broker, AppServer server) implements AutoCloseable {
  /** How many messages are in one of the sets of a queue. */
  long size(String queue, String set) {
    try (Jedis jedis = broker.jedis()) {
      return jedis.zcard("emq:{" + queue + "}:" + set);
    }
  }

  /** The bodies that wait in a queue, read off the wire. */
  List<String> waiting(String queue) {
    String keys = "emq:{" + queue + "}:";
    try (Jedis jedis = broker.jedis()) {
      return jedis.zrange(keys + "pending", 0, -1).stream()
          .map(id -> jedis.hget(keys + "job:" + id, "payload"))
          .map(payload -> payload.substring(payload.indexOf('\n') + 1))
          .toList();
    }
  }

  /** Sends from outside: {@code text0} and so on. */
  void send(String queue, String text, int count) {
    try (JMSContext context = new EchoMQConnectionFactory(broker.uri()).createContext()) {
      for (int i = 0; i < count; i++) {
        context.createProducer().send(context.createQueue(queue), text + i);
      }
    }
  }

  /** What a bean has booked of the texts that begin so, {@code text#deliveries}. */
  List<String> booked(String bean, String prefix) throws IOException {
    return server.ledger(bean).stream().filter(entry -> entry.startsWith(prefix)).toList();
  }

  /**
   * The same, once there are so many: the database may be the last that a transaction manager tells
   * of a commit, when the broker is quiet already.
   */
  List<String> booked(String bean, String prefix, int least) {
    return await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> booked(bean, prefix), entries -> entries.size() >= least);
  }

  void awaitBooked(String bean, String prefix, List<String> expected) {
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(
            () ->
                org.junit.jupiter.api.Assertions.assertEquals(
                    expected, booked(bean, prefix).stream().sorted().toList()));
  }

  /** Until nothing of the queue waits or is worked on. */
  void awaitQuiet(String queue) {
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> unsettled(queue) == 0);
  }

  /**
   * Asked at one moment: what changes its place meanwhile must be seen in one of them. Prepared
   * branches count: what a bean has sent by its own factory is a branch of its own, which the
   * transaction manager commits in its recovery when the broker went away between the two.
   */
  private long unsettled(String queue) {
    String count =
        "local sum = 0 for _, key in ipairs(KEYS) do sum = sum + redis.call('ZCARD', key) end"
            + " return sum";
    String keys = "emq:{" + queue + "}:";
    try (Jedis jedis = broker.jedis()) {
      return (Long)
          jedis.eval(
              count,
              List.of(
                  keys + "pending", keys + "active", keys + "schedule", "emq:{_jms}:jms:branches"),
              List.of());
    }
  }

  /** Until there is a subscription with a name, as it is kept by the broker. */
  void awaitSubscription(String name) {
    await()
        .atMost(Duration.ofMinutes(3))
        .until(
            () -> {
              try (Jedis jedis = broker.jedis()) {
                return jedis.exists("emq:{_jms}:jms:sub:" + name);
              }
            });
  }

  /** Branches that are prepared and not decided. */
  long branches() {
    try (Jedis jedis = broker.jedis()) {
      return jedis.zcard("emq:{_jms}:jms:branches");
    }
  }

  /** Connections that the broker has at this moment. */
  int connections() {
    try (Jedis jedis = broker.jedis()) {
      return jedis.clientList().split("\n").length;
    }
  }

  @Override
  public void close() {
    server.close();
    broker.close();
  }
}
