package io.echomq.jms.codec;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Messages of every shape, biased to the edges; the same seed makes the same message. */
final class RandomMessages {
  private static final long[] LONGS = {
    0,
    1,
    -1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 53,
    (1L << 53) + 1,
    -(1L << 53) - 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1795959296123L
  };
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1.1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    1e21,
    Float.MAX_VALUE
  };
  private static final String CHARS =
      "abcXYZ019 \"\\/\n\r\t\b\f\0\u0001\u001f\u007f\u0080éß\u07ff\u0800€\uFFFD\uFFFF?{}[]:,"
          + "\uD83D\uDE00\uD800\uDBFF\uDC00\uDFFF";

  private final Random random;

  RandomMessages(long seed) {
    random = new Random(seed);
  }

  MessageData next() {
    return new MessageData(header(), properties(), body());
  }

  private MessageHeader header() {
    boolean bytes = random.nextBoolean();
    return new MessageHeader(
        random.nextBoolean() ? "ID:JOB0STF4r0SSpz" : orNull(text()),
        longValue(),
        address(),
        random.nextBoolean() ? null : address(),
        bytes ? null : orNull(text()),
        bytes ? bytes() : null,
        orNull(text()),
        random.nextBoolean(),
        random.nextInt(10),
        longValue(),
        longValue());
  }

  private Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      properties.put(text(), value(8));
    }
    return properties;
  }

  private Body body() {
    return switch (random.nextInt(6)) {
      case 0 -> new Body.Text(orNull(text()));
      case 1 -> new Body.Bytes(bytes());
      case 2 -> {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          entries.put(text(), value(10));
        }
        yield new Body.Fields(entries);
      }
      case 3 -> {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          values.add(value(10));
        }
        yield new Body.Items(values);
      }
      case 4 -> new Body.Serialized(random.nextInt(5) == 0 ? null : bytes());
      default -> new Body.None();
    };
  }

  private Object value(int types) {
    return switch (random.nextInt(types + 1)) {
      case 0 -> random.nextBoolean();
      case 1 -> (byte) random.nextInt();
      case 2 -> (short) random.nextInt();
      case 3 -> random.nextInt();
      case 4 -> longValue();
      case 5 -> (float) doubleValue();
      case 6 -> doubleValue();
      case 7 -> text();
      case 8 -> types == 8 ? null : bytes();
      case 9 -> CHARS.charAt(random.nextInt(CHARS.length()));
      default -> null;
    };
  }

  private Address address() {
    boolean queue = random.nextBoolean();
    return new Address(
        queue ? Address.Domain.QUEUE : Address.Domain.TOPIC,
        random.nextBoolean() ? "orders" : "_tmp.a-1",
        queue ? "" : random.nextBoolean() ? "events" : "audit");
  }

  private long longValue() {
    return random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
  }

  private double doubleValue() {
    return random.nextBoolean()
        ? DOUBLES[random.nextInt(DOUBLES.length)]
        : random.nextGaussian() * 1e9;
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(20) == 0 ? 500 : 12); i > 0; i--) {
      text.append(CHARS.charAt(random.nextInt(random.nextBoolean() ? 10 : CHARS.length())));
    }
    return text.toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String orNull(String text) {
    return random.nextInt(4) == 0 ? null : text;
  }
}
