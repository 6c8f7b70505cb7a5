package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A fresh id, and what an id says. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MintBenchmark {
  private final MintSequence sequence = new MintSequence();
  private long turn;

  @Benchmark
  public String mint() {
    // As if a millisecond had passed every thousand ids: the sequence never runs out.
    long pair = sequence.next(turn++ / 1000, Long.MAX_VALUE >>> 22);
    long snowflake = (pair >>> 12 << 22) | (517L << 12) | (pair & 4095);
    return BrandedId.encode(BrandedId.JOB, snowflake);
  }

  @Benchmark
  public long millis() throws WireException {
    return BrandedId.millisOf(BrandedId.decode("JOB0STF4r0SSpz"));
  }
}
