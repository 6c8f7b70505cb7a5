package io.echomq.jms.examples.benchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairTest {
  private static Figure figure(double perSecond, double p50) {
    return new Figure(perSecond, p50, p50, p50, 0, 0, 0, 0, "");
  }

  @Test
  void bothRowsOfEveryPairExist() {
    for (Pair pair : Pair.ALL) {
      assertEquals(2, Rows.named(List.of(pair.row(), pair.yardstick())).size());
    }
  }

  @Test
  void comparedRowsAreRunTogetherAndTheOthersKeepTheirOrder() {
    List<Row> rows =
        Rows.named(List.of("send-1", "send-tx", "flow", "send-async", "raw-limit", "raw"));
    List<List<String>> names =
        Pair.together(rows).stream().map(group -> group.stream().map(Row::name).toList()).toList();
    assertEquals(
        List.of(
            List.of("send-1", "raw"),
            List.of("send-tx", "raw-limit", "send-async"),
            List.of("flow")),
        names);
  }

  @Test
  void aRateIsAskedToBeHighAndACostAndALatencyToBeLow() {
    Pair rate = new Pair("a", "b", Pair.Of.RATE, 0.8);
    assertTrue(rate.isMet(rate.quotient(figure(80, 1), figure(100, 1))));
    assertFalse(rate.isMet(rate.quotient(figure(79, 1), figure(100, 1))));
    Pair cost = new Pair("a", "b", Pair.Of.COST, 1.2);
    assertTrue(cost.isMet(cost.quotient(figure(100, 1), figure(119, 1))));
    assertFalse(cost.isMet(cost.quotient(figure(100, 1), figure(121, 1))));
    Pair latency = new Pair("a", "b", Pair.Of.LATENCY, 1.5);
    assertTrue(latency.isMet(latency.quotient(figure(1, 150), figure(1, 100))));
    assertFalse(latency.isMet(latency.quotient(figure(1, 151), figure(1, 100))));
  }

  @Test
  void aPairWithoutAFigureIsNotMet() {
    Pair rate = Pair.ALL.get(0);
    assertFalse(rate.isMet(rate.quotient(Figure.failed("why"), figure(1, 1))));
  }

  @Test
  void tableAndJsonTellWhichPairsAreMet() {
    Report report = new Report(List.of("echomq"), Map.of());
    List<Row> rows = Rows.named(List.of("send-1", "raw"));
    report.add(new Report.Line(rows.get(0), Map.of("echomq", figure(50, 1))));
    report.add(new Report.Line(rows.get(1), Map.of("echomq", figure(100, 1))));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
    report.table(to);
    report.json(to);
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(
        text.contains("| send-1 | raw | rate, row / yardstick | 0.50 | at least 0.8 | not met |"),
        text);
    assertTrue(text.contains("\"is\":0.500,\"asked\":0.800,\"met\":false}"), text);
  }
}
