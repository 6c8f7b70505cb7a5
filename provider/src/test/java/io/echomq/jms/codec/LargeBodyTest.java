package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a large body is not copied on its way through the codec. */
class LargeBodyTest {
  private final StoredAs stored =
      new StoredAs("JOB0STF4r0SSpz", 1, new Address(Address.Domain.QUEUE, "orders", ""));
  private final PayloadCodec codec = new PayloadCodec(0);

  @Test
  void aReceivedBodyStaysInThePayload() throws WireException {
    byte[] payload = codec.encode(stored, message(new Body.Bytes(random(50_000))), false);
    assertSame(payload, ((Body.Bytes) codec.decode(stored, payload).body()).array());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 100_000})
  void theMiddleOfAnArrayIsABodyToo(int size) throws WireException {
    byte[] around = random(size + 20);
    byte[] body = Arrays.copyOfRange(around, 7, 7 + size);
    for (PayloadCodec each : new PayloadCodec[] {codec, new PayloadCodec(100)}) {
      for (boolean raw : new boolean[] {false, true}) {
        MessageData part = message(new Body.Bytes(around, 7, size));
        byte[] payload = each.encode(stored, part, raw);
        byte[] expected = each.encode(stored, message(new Body.Bytes(body)), raw);
        assertArrayEquals(expected, payload);
        if (!raw) {
          Body.Bytes back = (Body.Bytes) each.decode(stored, payload).body();
          assertArrayEquals(body, back.bytes());
        }
      }
    }
  }

  private MessageData message(Body body) {
    return new MessageData(stored.foreignHeader(), Map.of(), body);
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
