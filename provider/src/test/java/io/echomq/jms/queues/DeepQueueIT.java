package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.PrivateServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Very deep queues. The system property {@code echomq.depth} says how deep; a million by default.
 */
@Timeout(value = 1200, unit = TimeUnit.SECONDS)
@Tag("long")
class DeepQueueIT {
  private static final int DEPTH = Integer.getInteger("echomq.depth", 1_000_000);
  private static final int SCANNED = Math.min(DEPTH, 200_000);
  private static final int SAMPLE = 3000;

  /** Stores copies of one message: ARGV 1 is the first number, 2 how many, 3 the payload. */
  private static final String FILL =
      """
      local alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
      for n = ARGV[1], ARGV[1] + ARGV[2] - 1 do
        local id, rest = '', n
        for _ = 1, 11 do
          local digit = rest % 62
          id, rest = string.sub(alphabet, digit + 1, digit + 1) .. id, (rest - digit) / 62
        end
        redis.call('HSET', 'emq:{q}:job:JOB' .. id, 'state', 'pending', 'attempts', '0',
          'payload', ARGV[3])
        redis.call('ZADD', 'emq:{q}:pending', 0, 'JOB' .. id)
      end
      """;

  @AutoClose private final PrivateServer server = PrivateServer.start();
  private Jedis jedis;
  private Connection connection;
  private Session session;
  private Queue queue;

  @BeforeEach
  void connect() throws JMSException {
    jedis = server.jedis();
    connection = new EchoMQConnectionFactory(server.uri()).createConnection();
    connection.start();
    session = connection.createSession();
    queue = session.createQueue("q");
  }

  @AfterEach
  void disconnect() throws JMSException {
    connection.close();
    jedis.close();
  }

  private void fill(int depth) throws JMSException {
    Message sample = session.createTextMessage("x".repeat(100));
    sample.setStringProperty("colour", "grey");
    sample.setIntProperty("size", 7);
    session.createProducer(queue).send(sample);
    String id = jedis.zrange("emq:{q}:pending", 0, 0).get(0);
    String payload = jedis.hget("emq:{q}:job:" + id, "payload");
    for (int from = 1; from < depth; from += 5000) {
      int count = Math.min(5000, depth - from);
      jedis.eval(
          FILL, List.of(), List.of(Integer.toString(from), Integer.toString(count), payload));
    }
  }

  @Test
  void aBrowserPagesThroughAllInConstantHeap() throws JMSException {
    fill(DEPTH);
    try (QueueBrowser browser = session.createBrowser(queue)) {
      Enumeration<?> all = browser.getEnumeration();
      int seen = 0;
      long before = 0;
      while (all.hasMoreElements()) {
        assertNotNull(all.nextElement());
        seen++;
        if (seen == DEPTH / 10) {
          before = usedHeap();
        }
      }
      assertEquals(DEPTH, seen);
      long grown = usedHeap() - before;
      assertTrue(grown < 16 << 20, "the heap has grown by " + grown);
    }
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /**
   * A goal that is not reached on every machine: what is left are cache misses of a large key space
   * (docs/performance.md), so it is measured on demand and judges nothing.
   */
  @Tag("goal")
  @Test
  void sendsAndReceivesCostTheServerAsMuchAsInAShallowQueue() throws JMSException {
    fill(1000);
    Cost shallow = leastCost();
    fill(DEPTH);
    Cost deep = leastCost();
    assertTrue(
        deep.server() <= 1.5 * shallow.server(), "us a message: " + shallow + ", then " + deep);
  }

  /** What an application feels of it: judges wall time, so it is measured on demand. */
  @Tag("goal")
  @Test
  void aSendAndAReceiveTakeAsLongAsInAShallowQueue() throws JMSException {
    fill(1000);
    Cost shallow = leastCost();
    fill(DEPTH);
    Cost deep = leastCost();
    assertTrue(
        deep.elapsed() <= 1.5 * shallow.elapsed(), "us a message: " + shallow + ", then " + deep);
  }

  /**
   * Microseconds for one message that is sent and received.
   *
   * @param server spent by the server in scripts
   * @param elapsed of the thread that waits for both
   */
  private record Cost(double server, double elapsed) {
    Cost least(Cost other) {
      return new Cost(Math.min(server, other.server), Math.min(elapsed, other.elapsed));
    }
  }

  /** The least of several, since other processes that take the processor only ever add. */
  private Cost leastCost() throws JMSException {
    cost();
    Cost least = cost();
    for (int i = 0; i < 5; i++) {
      least = least.least(cost());
    }
    return least;
  }

  /** Of messages that are sent and received, which leaves the depth as it is. */
  private Cost cost() throws JMSException {
    jedis.configResetStat();
    long begun = System.nanoTime();
    MessageProducer producer = session.createProducer(queue);
    MessageConsumer consumer = session.createConsumer(queue);
    for (int i = 0; i < SAMPLE; i++) {
      producer.send(session.createTextMessage("x"));
      assertNotNull(consumer.receive(SOON));
    }
    double elapsed = (System.nanoTime() - begun) / 1e3 / SAMPLE;
    consumer.close();
    Matcher stat =
        Pattern.compile("cmdstat_evalsha:calls=\\d+,usec=(\\d+)")
            .matcher(jedis.info("commandstats"));
    assertTrue(stat.find());
    return new Cost(Double.parseDouble(stat.group(1)) / SAMPLE, elapsed);
  }

  /** Judges wall time, which other processes of the machine share: measured on demand. */
  @Tag("goal")
  @Test
  void aSelectiveConsumerBlocksTheServerNeverLongAndLetsOthersRun() throws Exception {
    fill(SCANNED);
    List<String> slow = List.of("not measured");
    double best = 0;
    for (int attempt = 0; attempt < 4 && (!slow.isEmpty() || best < 0.7); attempt++) {
      double alone = rate();
      jedis.configSet("slowlog-log-slower-than", "5000");
      jedis.slowlogReset();
      try (Connection other = new EchoMQConnectionFactory(server.uri()).createConnection()) {
        other.start();
        Session selective = other.createSession();
        AtomicInteger matches = new AtomicInteger();
        selective
            .createConsumer(queue, "colour = 'red' AND size BETWEEN 1 AND 9")
            .setMessageListener(message -> matches.incrementAndGet());
        best = Math.max(best, rate() / alone);
        slow =
            jedis.slowlogGet().stream()
                .filter(entry -> entry.getArgs().get(0).equalsIgnoreCase("evalsha"))
                .map(entry -> entry.getExecutionTime() + " us " + entry.getArgs().get(1))
                .toList();
      }
    }
    assertEquals(List.of(), slow);
    assertTrue(best >= 0.7, "a plain consumer kept " + best + " of its speed");
  }

  /** Messages a second of a plain consumer. */
  private double rate() throws JMSException {
    MessageConsumer consumer = session.createConsumer(queue);
    assertNotNull(consumer.receive(SOON));
    long begun = System.nanoTime();
    int count = SCANNED / 20;
    for (int i = 0; i < count; i++) {
      assertNotNull(consumer.receive(SOON));
    }
    double rate = count * 1e9 / (System.nanoTime() - begun);
    consumer.close();
    return rate;
  }
}
