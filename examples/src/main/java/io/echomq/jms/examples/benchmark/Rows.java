package io.echomq.jms.examples.benchmark;

import java.util.ArrayList;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {
  static final List<Row> ALL =
      List.of(
          Row.of("send-1", "send, waiting, 1 thread", site -> SendRows.sync(site, 1)),
          Row.of("send-8", "send, waiting, 8 threads", site -> SendRows.sync(site, 8)),
          Row.of("send-tx", "send, transactions of 100", site -> SendRows.transacted(site, 100)),
          Row.of("send-async", "send, completion listener", SendRows::async),
          Row.of("receive", "receive(), auto-acknowledge", DrainRows::receive),
          Row.of("listeners", "4 listeners, auto-acknowledge", s -> DrainRows.listeners(s, 4)),
          Row.of("receive-tx", "receive(), transactions of 100", s -> DrainRows.transacted(s, 100)),
          Row.of("flow", "2 producers, 2 consumers at once", site -> FlowRows.flow(site, 2)),
          Row.of("request", "request/reply, temporary queue", FlowRows::requestReply),
          Row.of("topic-4", "topic, 1 to 4", site -> FlowRows.topic(site, 4, false)),
          Row.of("topic-50", "topic, 1 to 50", site -> FlowRows.topic(site, 50, false)),
          Row.of("durable-2", "topic, 2 durable", site -> FlowRows.topic(site, 2, true)),
          Row.of("selector", "selector behind 20,000", s -> DrainRows.selector(s, 20_000, 100)),
          Row.of("body-64", "send and receive, 64 B", site -> SendRows.bodies(site, 64)),
          Row.of("body-1k", "send and receive, 1 KB", site -> SendRows.bodies(site, 1 << 10)),
          Row.of("body-64k", "send and receive, 64 KB", site -> SendRows.bodies(site, 64 << 10)),
          Row.of("body-1m", "send and receive, 1 MB", site -> SendRows.bodies(site, 1 << 20)),
          Row.of("depth-1k", "send + receive at depth 1,000", s -> DrainRows.atDepth(s, 1_000)),
          new Row(
              "depth-1m",
              "send + receive at depth 1,000,000",
              3,
              site -> DrainRows.atDepth(site, 1_000_000)),
          Row.of("queues-1", "send to 1 queue", site -> SendRows.manyQueues(site, 1)),
          Row.of("queues-1k", "send to 1,000 queues in turn", s -> SendRows.manyQueues(s, 1_000)),
          Row.of("raw", "bare EVALSHA loop", RawRows::loop),
          Row.of("raw-request", "bare request/reply: four calls", RawRows::request),
          Row.of("raw-pipe", "bare EVALSHA, pipelines of 100", s -> RawRows.pipelined(s, 100)),
          Row.of("raw-limit", "server's limit: 8 clients, pipelines of 32", ServerLimit::measure));

  private Rows() {}

  /** Raw rows are for systems that speak RESP. */
  static boolean isRaw(Row row) {
    return row.name().startsWith("raw");
  }

  /**
   * The rows of these names; all without a name.
   *
   * @throws IllegalArgumentException names the rows there are
   */
  static List<Row> named(List<String> names) {
    if (names.isEmpty()) {
      return ALL;
    }
    List<Row> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(
          ALL.stream()
              .filter(row -> row.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there is no row '"
                              + name
                              + "'; there are "
                              + String.join(", ", ALL.stream().map(Row::name).toList()))));
    }
    return rows;
  }
}
