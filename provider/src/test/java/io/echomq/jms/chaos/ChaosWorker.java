package io.echomq.jms.chaos;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A program of many clients. Arguments: URI, name, seed, a queue of its own, whether it may be
 * killed. Standard input: {@code drain} stops the producers and the closing at random, {@code quit}
 * ends it orderly. Standard output: {@link Journal}.
 */
final class ChaosWorker {
  static final String IN = "chaos-in";
  static final String OUT = "chaos-out";
  private static final long MOST_MILLIS_TO_END = 90_000;

  private final List<ChaosRole> producers = new ArrayList<>();
  private final List<ChaosRole> roles = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Journal journal = new Journal(System.out);
  private final Prey prey = new Prey();
  private final String name;
  private final long seed;
  private volatile boolean closing = true;

  private ChaosWorker(String uri, String name, long seed, String own, boolean mayDie) {
    this.name = name;
    this.seed = seed;
    ConnectionFactory one = new EchoMQConnectionFactory(uri);
    ConnectionFactory other = new EchoMQConnectionFactory(uri);
    producers.add(new ChaosProducer(name + "p1", seed + 1, one, journal, prey, IN, false));
    producers.add(new ChaosProducer(name + "p2", seed + 2, other, journal, prey, IN, false));
    producers.add(new ChaosProducer(name + "p3", seed + 3, one, journal, prey, own, true));
    roles.add(new ChaosFollower(name + "f", seed + 4, other, journal, prey, own));
    roles.add(new ChaosMover(name + "m1", seed + 5, one, journal, prey));
    roles.add(new ChaosMover(name + "m2", seed + 6, other, journal, prey));
    int[] modes = {
      Session.AUTO_ACKNOWLEDGE,
      Session.CLIENT_ACKNOWLEDGE,
      Session.DUPS_OK_ACKNOWLEDGE,
      Session.SESSION_TRANSACTED
    };
    for (int mode : modes) {
      // A receive may have acknowledged before it returns: whoever dies then cannot tell of it.
      boolean tells = mode == Session.CLIENT_ACKNOWLEDGE || mode == Session.SESSION_TRANSACTED;
      boolean listens = mayDie && !tells;
      roles.add(new ChaosSink(name + "r" + mode, seed + 7, one, journal, prey, mode, listens));
      roles.add(new ChaosSink(name + "l" + mode, seed + 8, other, journal, prey, mode, true));
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    new ChaosWorker(
            args[0], args[1], Long.parseLong(args[2]), args[3], Boolean.parseBoolean(args[4]))
        .run();
  }

  private void run() throws IOException, InterruptedException {
    producers.forEach(this::start);
    roles.forEach(this::start);
    Thread closer = new Thread(this::closeAtRandom, "closer");
    closer.setDaemon(true);
    closer.start();
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String command = commands.readLine();
        command != null && !command.equals("quit");
        command = commands.readLine()) {
      closing = false;
      producers.forEach(ChaosRole::stop);
    }
    roles.forEach(ChaosRole::stop);
    producers.forEach(ChaosRole::stop);
    end();
  }

  private void start(ChaosRole role) {
    Thread thread = new Thread(role, role.name);
    threads.add(thread);
    thread.start();
  }

  private void closeAtRandom() {
    Random random = new Random(seed);
    while (closing) {
      AutoCloseable victim = prey.take(random);
      try {
        if (victim != null) {
          victim.close();
        }
      } catch (Exception told) {
        journal.say(Journal.ENDED, "closing", told);
      }
      ChaosRole.pause(random.nextInt(100));
    }
  }

  /** All threads end, and none of the provider is left. */
  private void end() throws InterruptedException {
    long deadline = System.currentTimeMillis() + MOST_MILLIS_TO_END;
    for (Thread thread : threads) {
      thread.join(Math.max(1, deadline - System.currentTimeMillis()));
      if (thread.isAlive()) {
        hang(thread);
      }
    }
    while (!left().isEmpty() && System.currentTimeMillis() < deadline) {
      ChaosRole.pause(20);
    }
    left().forEach(thread -> journal.say(Journal.BROKEN, name, "left a thread:", thread.getName()));
    journal.say("Q", name);
  }

  private void hang(Thread thread) {
    journal.say(Journal.BROKEN, thread.getName(), "hangs", Arrays.asList(thread.getStackTrace()));
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      System.err.println(each.getKey() + " " + Arrays.asList(each.getValue()));
    }
    System.exit(3);
  }

  private static List<Thread> left() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("emq-"))
        .toList();
  }
}
