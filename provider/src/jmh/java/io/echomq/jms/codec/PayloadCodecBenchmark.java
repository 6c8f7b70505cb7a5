package io.echomq.jms.codec;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.WireException;
import java.util.Map;
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

/** A message into its payload and back; with {@code -prof gc} the bytes that takes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PayloadCodecBenchmark {
  private final PayloadCodec codec = new PayloadCodec(0);
  private final Address queue = new Address(Address.Domain.QUEUE, "orders", "");
  private final StoredAs stored = new StoredAs("JOB0STF4r0SSpz", 1_795_959_296_123L, queue);

  @Param({"300", "16384"})
  private int bodyBytes;

  @Param({"0", "4"})
  private int properties;

  private MessageData message;
  private byte[] payload;

  @Setup
  public void setUp() throws WireException {
    MessageHeader header =
        new MessageHeader(
            "ID:JOB0STF4r0SSpz", 1_795_959_296_123L, queue, null, null, null, null, true, 4, 0,
            1_795_959_296_123L);
    Map<String, Object> some =
        properties == 0
            ? Map.of()
            : Map.of("customer", "eva.lind3", "priority", 7, "amount", 13.5, "rush", true);
    message = new MessageData(header, some, new Body.Bytes(new byte[bodyBytes]));
    payload = codec.encode(stored, message, false);
  }

  @Benchmark
  public byte[] encode() throws WireException {
    return codec.encode(stored, message, false);
  }

  @Benchmark
  public MessageData decode() {
    return codec.decode(stored, payload);
  }
}
