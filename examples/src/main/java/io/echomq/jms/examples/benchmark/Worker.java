package io.echomq.jms.examples.benchmark;

import jakarta.jms.JMSException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The client of one system, in a JVM of its own: reads lines {@code row millis backlog name} and
 * answers {@code ok operations nanos p50 p99 p99.9} (microseconds), or {@code failed why}. What
 * anybody else prints goes to the error output.
 */
final class Worker {
  private final String factoryClass;
  private final String url;

  private Worker(String factoryClass, String url) {
    this.factoryClass = factoryClass;
    this.url = url;
  }

  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    // The URL may hold a password: not on a command line, which everybody can read.
    Worker worker = new Worker(orders.readLine(), orders.readLine());
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      answers.println(worker.answer(order.split(" ")));
      answers.flush();
    }
    System.exit(0);
  }

  private String answer(String[] order) {
    Row row = Rows.named(List.of(order[0])).get(0);
    Site site =
        new Site(factoryClass, url, Long.parseLong(order[1]), Integer.parseInt(order[2]), order[3]);
    try {
      Sample sample = row.workload().run(site);
      return "ok %d %d %.1f %.1f %.1f"
          .formatted(
              sample.operations(),
              sample.nanos(),
              sample.micros(50),
              sample.micros(99),
              sample.micros(99.9));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "failed interrupted";
    } catch (JMSException | RuntimeException e) {
      return "failed " + String.valueOf(e).replaceAll("\\s+", " ");
    }
  }
}
