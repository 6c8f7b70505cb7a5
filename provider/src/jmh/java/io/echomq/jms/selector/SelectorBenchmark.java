package io.echomq.jms.selector;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Parsing a selector, and judging a message by it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SelectorBenchmark {
  private final Map<String, Object> message =
      Map.of("kind", "wanted", "amount", 13.5, "tries", 3L, "customer", "eva.lind3");

  @Param({
    "kind = 'wanted'",
    "kind = 'wanted' AND (amount > 10 OR tries BETWEEN 1 AND 2) AND customer LIKE 'eva.%'"
  })
  private String text;

  private Selector selector;

  @Setup
  public void setUp() {
    selector = Selector.parse(text).orElseThrow();
  }

  @Benchmark
  public Optional<Selector> parse() {
    return Selector.parse(text);
  }

  @Benchmark
  public boolean matches() {
    return selector.matches(message::get);
  }
}
