package io.echomq.jms.chaos;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.FaultProxy;
import io.echomq.testing.PrivateServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import redis.clients.jedis.Jedis;

/**
 * One server behind a proxy, some programs, and faults at random. As a program of its own it runs
 * for as long as wanted: seed, programs, seconds.
 *
 * <p>Threads: for one.
 */
final class ChaosRun implements AutoCloseable {
  /** What may be done to the scene. */
  enum Fault {
    SERVER_KILLED,
    SERVER_FROZEN,
    LINKS_CUT,
    LINKS_HELD,
    LINKS_DOWN,
    REPLY_LOST,
    CLIENT_KILLED,
    CLIENT_FROZEN
  }

  private static final String OPTIONS =
      "?lease=1s&beat=50ms&sendTimeout=4s&socketTimeout=3s&maxDeliveries=100000&reconnectMax=200ms";

  private final PrivateServer server = PrivateServer.start("appendonly yes", "appendfsync always");
  private final FaultProxy proxy = FaultProxy.before(server);
  private final Ledger ledger = new Ledger();
  private final List<ChaosProgram> programs = new ArrayList<>();
  private final Random random;
  private final Fault[] faults;
  private int started;

  /**
   * Programs that work undisturbed until {@link #rage}.
   *
   * @param faults that may happen to them
   */
  ChaosRun(long seed, int programs, Fault... faults) throws IOException {
    this.random = new Random(seed);
    this.faults = faults.clone();
    for (int i = 0; i < programs; i++) {
      this.programs.add(program(i));
    }
  }

  public static void main(String[] args) throws Exception {
    try (ChaosRun run =
        new ChaosRun(Long.parseLong(args[0]), Integer.parseInt(args[1]), Fault.values())) {
      run.rage(Integer.parseInt(args[2]));
      run.assertAllIsWell();
    }
  }

  private ChaosProgram program(int place) throws IOException {
    String name = "w" + ++started;
    String uri = server.uri(proxy) + OPTIONS;
    boolean mayDie = List.of(faults).contains(Fault.CLIENT_KILLED);
    return new ChaosProgram(uri, name, random.nextLong(), "chaos-order-" + place, mayDie, ledger);
  }

  /** One fault after another, with a little peace between them. */
  void rage(int seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    ChaosRole.pause(1500);
    while (System.nanoTime() < end) {
      Fault fault = faults[random.nextInt(faults.length)];
      strike(fault);
      ChaosRole.pause(random.nextInt(1200));
    }
  }

  private void strike(Fault fault) throws IOException, InterruptedException {
    switch (fault) {
      case SERVER_KILLED -> {
        server.kill();
        ChaosRole.pause(random.nextInt(1500));
        server.restart();
      }
      case SERVER_FROZEN -> {
        server.pause();
        ChaosRole.pause(random.nextInt(2000));
        server.resume();
      }
      case LINKS_CUT -> proxy.cut();
      case LINKS_HELD -> {
        proxy.hold();
        ChaosRole.pause(random.nextInt(1500));
        proxy.release();
      }
      case LINKS_DOWN -> {
        proxy.down();
        ChaosRole.pause(random.nextInt(1500));
        proxy.up();
      }
      case REPLY_LOST -> {
        String[] needles = {"EVALSHA", ":pending", "chaos-in", "chaos-out", "_jms"};
        proxy.loseReplyTo(needles[random.nextInt(needles.length)]);
      }
      case CLIENT_KILLED -> {
        int victim = random.nextInt(programs.size());
        programs.get(victim).kill();
        programs.set(victim, program(victim));
      }
      case CLIENT_FROZEN -> {
        ChaosProgram victim = programs.get(random.nextInt(programs.size()));
        victim.signal("STOP");
        ChaosRole.pause(random.nextInt(2500));
        victim.signal("CONT");
      }
    }
  }

  /** Lets the consumers empty the queues, ends the programs, and counts. */
  void assertAllIsWell() throws IOException, InterruptedException {
    for (ChaosProgram program : programs) {
      program.drain();
    }
    try (Jedis jedis = server.jedis()) {
      await()
          .atMost(Duration.ofSeconds(120))
          .untilAsserted(() -> assertEquals(List.of(), waiting(jedis)));
      List<String> faults = new ArrayList<>();
      for (ChaosProgram program : programs) {
        int exit = program.quit();
        if (exit != 0) {
          faults.add("a program ended with " + exit);
        }
      }
      faults.addAll(ledger.faults());
      System.out.println(ledger.summary());
      assertEquals(List.of(), faults);
      assertEquals(List.of(), left(jedis));
      assertEquals(0, proxy.open(), "connections that are left");
    }
  }

  private static List<String> waiting(Jedis jedis) {
    List<String> waiting = new ArrayList<>();
    for (String key : jedis.keys("emq:{chaos-*}:job:*")) {
      waiting.add(key + " " + jedis.hgetAll(key).get("state"));
    }
    return waiting;
  }

  /** Keys that do not go away by themselves, though all is consumed and closed. */
  private static List<String> left(Jedis jedis) {
    List<String> left = new ArrayList<>();
    for (String key : jedis.keys("*")) {
      boolean stays =
          key.equals("{emq}:version")
              || key.endsWith(":metrics:completed")
              || key.equals("emq:{_jms}:jms:mortal"); // swept by the next client's heartbeat
      // -1: it has no end; -2: it has just ended.
      if (!stays && jedis.pttl(key) == -1) {
        left.add(key + " " + jedis.type(key));
      }
    }
    left.sort(null);
    return left;
  }

  @Override
  public void close() {
    programs.forEach(ChaosProgram::close);
    proxy.close();
    server.close();
  }
}
