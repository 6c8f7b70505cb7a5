package io.echomq.jms.examples.benchmark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** One broker with its client. Threads: one. */
final class SystemUnderTest implements AutoCloseable {
  private final String name;
  private final Broker broker;
  private final Jvm client;
  private int rounds;

  private SystemUnderTest(String name, Broker broker, Jvm client) {
    this.name = name;
    this.broker = broker;
    this.client = client;
  }

  static SystemUnderTest start(String name, Path folder, boolean fsync) throws IOException {
    File log = folder.resolve(name + ".log").toFile();
    Broker broker = Broker.start(name, folder.resolve(name), fsync, log);
    Jvm client = Jvm.start(log, Worker.class);
    client.tell(broker.factoryClass());
    client.tell(broker.url());
    return new SystemUnderTest(name, broker, client);
  }

  String name() {
    return name;
  }

  String version() {
    return broker.version();
  }

  boolean runs(Row row) {
    return !Rows.isRaw(row) || name.equals("echomq");
  }

  /** One round. */
  Figure round(Row row, long millis, int backlog) throws IOException {
    double clientBefore = ProcessCost.cpuSeconds(client.pid());
    double serverBefore = ProcessCost.cpuSeconds(broker.pid());
    client.tell(row.name() + " " + millis + " " + backlog + " " + row.name() + "." + rounds++);
    String[] answer = client.hear().split(" ", 6);
    if (!answer[0].equals("ok")) {
      return Figure.failed(String.join(" ", answer));
    }
    Sample sample = Sample.of(Long.parseLong(answer[1]), Long.parseLong(answer[2]));
    return new Figure(
        sample.perSecond(),
        Double.parseDouble(answer[3]),
        Double.parseDouble(answer[4]),
        Double.parseDouble(answer[5]),
        ProcessCost.cpuSeconds(client.pid()) - clientBefore,
        ProcessCost.cpuSeconds(broker.pid()) - serverBefore,
        ProcessCost.peakMegabytes(client.pid()),
        ProcessCost.peakMegabytes(broker.pid()),
        "");
  }

  @Override
  public void close() throws IOException {
    try (broker) {
      client.close();
    }
  }
}
