package io.echomq.jms.examples.benchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void percentilesAreOfTheNearestRank() {
    long[] latencies = new long[1000];
    for (int i = 0; i < latencies.length; i++) {
      latencies[i] = (i + 1) * 1000L;
    }
    Sample sample = new Sample(1000, 1_000_000_000, latencies);
    assertEquals(500, sample.micros(50));
    assertEquals(990, sample.micros(99));
    assertEquals(999, sample.micros(99.9));
    assertEquals(1000, sample.perSecond());
  }

  @Test
  void aRowWithoutLatenciesHasNoPercentiles() {
    assertTrue(Double.isNaN(Sample.of(1, 1).micros(50)));
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetween() {
    assertEquals(2.5, Sample.median(4, 1, 3, 2));
    assertEquals(3, Sample.median(9, Double.NaN, 3, 1));
    assertTrue(Double.isNaN(Sample.median()));
  }

  @Test
  void latenciesOfAllThreadsAreSortedTogether() {
    Latencies one = new Latencies();
    Latencies other = new Latencies();
    one.add(3);
    one.add(1);
    other.add(2);
    long[] sorted = Latencies.sorted(List.of(one, other));
    assertEquals(List.of(1L, 2L, 3L), java.util.Arrays.stream(sorted).boxed().toList());
  }

  @Test
  void theCommandLineNamesTheRowsThereAre() {
    BenchmarkArguments arguments =
        BenchmarkArguments.parse(List.of("flow", "--peers", "artemis,classic", "--rounds", "7"));
    assertEquals("flow", arguments.rows().get(0).name());
    assertEquals(List.of("artemis", "classic"), arguments.peers());
    assertEquals(7, arguments.rounds());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> BenchmarkArguments.parse(List.of("flaw")));
    assertTrue(refused.getMessage().contains("send-1, send-8"), refused::getMessage);
  }
}
