package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadRoundTripTest {
  private static final int MESSAGES = 4000;

  private final StoredAs stored =
      new StoredAs(
          "JOB0STF4r0SSpz", 1795959296123L, new Address(Address.Domain.QUEUE, "orders", ""));

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void everyMessageComesBackAsItWas(long compressAbove) throws WireException {
    PayloadCodec codec = new PayloadCodec(compressAbove);
    for (long seed = 0; seed < MESSAGES; seed++) {
      MessageData sent = new RandomMessages(seed).next();
      MessageData back = codec.decode(stored, codec.encode(stored, sent, false));
      assertEquals(describe(sent), describe(back), "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void recordsComeBackAsTheyWere(long compressAbove) throws WireException {
    RecordCodec codec = new RecordCodec(new PayloadCodec(compressAbove));
    for (long seed = 0; seed < 200; seed++) {
      MessageData sent = new RandomMessages(seed).next();
      MessageData back = codec.decode(stored, codec.encode(stored, sent, false));
      assertEquals(describe(sent), describe(back), "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 100_000})
  void compressionIsUsedWhereItHelpsAndSeenNowhereElse(int length) throws WireException {
    PayloadCodec codec = new PayloadCodec(100);
    byte[] noise = new byte[length];
    new Random(7).nextBytes(noise);
    for (byte[] bytes : List.of(new byte[length], noise)) {
      MessageData sent = new MessageData(stored.foreignHeader(), Map.of(), new Body.Bytes(bytes));
      byte[] payload = codec.encode(stored, sent, false);
      assertTrue(payload.length <= length + 100);
      assertEquals(length > 100 && bytes != noise, payload.length < length / 2);
      Body.Bytes back = (Body.Bytes) codec.decode(stored, payload).body();
      assertArrayEquals(bytes, back.bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void brokenBytesAnywhereNeverFailTheDecoder(long compressAbove) throws WireException {
    PayloadCodec codec = new PayloadCodec(compressAbove);
    Random random = new Random(42);
    int malformed = 0;
    for (long seed = 0; seed < MESSAGES; seed++) {
      byte[] payload = codec.encode(stored, new RandomMessages(seed).next(), false);
      byte[] cut = Arrays.copyOf(payload, random.nextInt(payload.length + 1));
      byte[] flipped = payload.clone();
      flipped[random.nextInt(flipped.length)] = (byte) random.nextInt();
      for (byte[] broken : List.of(cut, flipped)) {
        MessageData back = codec.decode(stored, broken);
        if (back.properties().containsKey(PayloadCodec.MALFORMED)) {
          assertTrue(back.body() instanceof Body.Bytes);
          malformed++;
        }
      }
    }
    assertFalse(malformed < MESSAGES / 4, "only " + malformed + " were seen as malformed");
  }

  /** Equality with arrays by content and types told apart. */
  private static String describe(MessageData message) {
    return List.of(
            describe(message.header().messageId()),
            message.header().timestamp(),
            message.header().destination(),
            String.valueOf(message.header().replyTo()),
            describe(message.header().correlationId()),
            describe(message.header().correlationBytes()),
            describe(message.header().type()),
            message.header().persistent(),
            message.header().priority(),
            message.header().expiration(),
            message.header().deliveryTime(),
            describe(message.properties()),
            describe(message.body()))
        .toString();
  }

  private static String describe(Object value) {
    if (value instanceof byte[] bytes) {
      return "bytes" + Arrays.toString(bytes);
    }
    if (value instanceof Map<?, ?> map) {
      List<String> entries = new ArrayList<>();
      map.forEach((key, item) -> entries.add(describe(key) + "=" + describe(item)));
      return entries.toString();
    }
    if (value instanceof Body.Bytes body) {
      return "Bytes " + describe(body.bytes());
    }
    if (value instanceof Body.Serialized body) {
      return "Serialized " + describe(body.serialized());
    }
    if (value instanceof Body.Fields body) {
      return "Fields " + describe(body.entries());
    }
    if (value instanceof Body.Items body) {
      return "Items " + body.values().stream().map(PayloadRoundTripTest::describe).toList();
    }
    if (value instanceof Body.Text body) {
      return "Text " + describe(body.text());
    }
    return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
  }
}
