package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard case 32, payloads of other runtimes, and payloads that lie. */
class HostilePayloadTest {
  private final PayloadCodec codec = new PayloadCodec(0);
  private final StoredAs stored =
      new StoredAs(
          "JOB0STF4r0SSpz", 1795959296123L, new Address(Address.Domain.QUEUE, "orders", "dead"));

  @Test
  void utf8OfOtherRuntimesIsText() {
    MessageData message = decode("hällo");
    assertEquals(new Body.Text("hällo"), message.body());
    assertEquals("ID:JOB0STF4r0SSpz", message.header().messageId());
    assertEquals(1795959296123L, message.header().timestamp());
    assertEquals(0, message.header().deliveryTime());
    assertEquals("orders", message.header().destination().name());
    assertEquals(new Body.Text(""), decode("").body());
    assertEquals(new Body.Text("\uFFFD"), decode("\uFFFD").body());
    assertEquals(new Body.Text("{\"jms\":2,}"), decode("{\"jms\":2,}").body());
  }

  @Test
  void otherBytesAreBytes() {
    byte[] payload = {(byte) 0xff, 0, 'a'};
    Body.Bytes body = assertInstanceOf(Body.Bytes.class, codec.decode(stored, payload).body());
    assertArrayEquals(payload, body.bytes());
    byte[] surrogate = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
    assertInstanceOf(Body.Bytes.class, codec.decode(stored, surrogate).body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jms\":1,",
        "{\"jms\":1,}\nx",
        "{\"jms\":1,\"x\":1}\nx",
        "{\"jms\":1,\"m\":null}\nx",
        "{\"jms\":1,\"m\":\"t\"\nx",
        "{\"jms\":1,\"m\":\"t\"} 1\nx",
        "{\"jms\":1,\n\"m\":\"t\"}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":{\"q\":\"1\"}}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":{\"b\":\"300\"}}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":{\"l\":null}}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":{}}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":[1]}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":{\"y\":\"AA==\"}}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":{\"c\":\"x\"}}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":[]}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":1-2}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":\"\\u12g4\"}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"p\":{\"a\":\"\\x\"}}\nx",
        "{\"jms\":1,\"m\":\"t\",\"pr\":11}\nx",
        "{\"jms\":1,\"m\":\"t\",\"ts\":\"soon\"}\nx",
        "{\"jms\":1,\"m\":\"t\",\"r\":\"x:y\"}\nx",
        "{\"jms\":1,\"m\":\"t\",\"r\":\"q:no good\"}\nx",
        "{\"jms\":1,\"m\":\"t\",\"c\":7}\nx",
        "{\"jms\":1,\"m\":\"t\",\"c\":tru}\nx"
      })
  void aBrokenHeaderLineIsDeliveredWholeAndTold(String payload) {
    MessageData message = decode(payload);
    Body.Bytes body = assertInstanceOf(Body.Bytes.class, message.body());
    assertEquals(payload, new String(body.bytes(), StandardCharsets.UTF_8));
    assertEquals(List.of(PayloadCodec.MALFORMED), List.copyOf(message.properties().keySet()));
    assertEquals("ID:JOB0STF4r0SSpz", message.header().messageId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"m\":\"?\",\"t\":\"k\"}\nbody",
        "\"m\":\"m\",\"t\":\"k\"}\n{\"a\":1",
        "\"m\":\"m\",\"t\":\"k\"}\n{\"a\":1}x",
        "\"m\":\"s\",\"t\":\"k\"}\n[1,]",
        "\"m\":\"s\",\"t\":\"k\"}\n",
        "\"m\":\"t\",\"t\":\"k\",\"e\":\"utf-7\"}\nbody",
        "\"m\":\"t\",\"t\":\"k\",\"e\":\"json\"}\nbody",
        "\"m\":\"t\",\"t\":\"k\",\"z\":4}\nbody",
        "\"m\":\"t\",\"t\":\"k\",\"z\":99999999999}\nbody"
      })
  void aBrokenBodyKeepsTheHeaders(String rest) {
    MessageData message = decode("{\"jms\":1," + rest);
    Body.Bytes body = assertInstanceOf(Body.Bytes.class, message.body());
    assertEquals(
        rest.substring(rest.indexOf('\n') + 1), new String(body.bytes(), StandardCharsets.UTF_8));
    assertEquals("k", message.header().type());
    assertTrue(message.properties().containsKey(PayloadCodec.MALFORMED));
  }

  @Test
  void deepNestingIsRefusedAndNotFollowed() {
    MessageData shallow = decode("{\"jms\":1,\"m\":\"n\",\"new\":[[{\"a\":[1,{}]}],[]]}\n");
    assertFalse(shallow.properties().containsKey(PayloadCodec.MALFORMED));
    MessageData deep = decode("{\"jms\":1,\"m\":\"n\",\"new\":" + "[".repeat(50_000) + "}\n");
    assertTrue(deep.properties().containsKey(PayloadCodec.MALFORMED));
    String nested = "{\"l\":".repeat(500_000);
    MessageData body = decode("{\"jms\":1,\"m\":\"s\"}\n[" + nested);
    assertTrue(body.properties().containsKey(PayloadCodec.MALFORMED));
  }

  @Test
  void compressedBodiesThatLieAboutTheirLengthAreNotInflated() throws WireException {
    byte[] text = "a".repeat(1000).getBytes(StandardCharsets.US_ASCII);
    byte[] packed = packed(text);
    assertArrayEquals(text, Deflation.inflate(packed, 0, 1000));
    for (long lie : new long[] {0, 1, 999, 1001, 20_000, 1L << 31, 1L << 40}) {
      WireException refused =
          assertThrows(WireException.class, () -> Deflation.inflate(packed, 0, lie));
      assertEquals(WireError.MALFORMED, refused.error());
    }
  }

  @Test
  void theLastOfADuplicateKeyCounts() {
    MessageData message =
        decode(
            "{\"jms\":1,\"m\":\"b\",\"m\":\"t\",\"t\":\"x\",\"t\":null,"
                + "\"p\":{\"a\":1,\"a\":2}}\nz");
    assertEquals(new Body.Text("z"), message.body());
    assertNull(message.header().type());
    assertEquals(Map.of("a", 2), message.properties());
  }

  @Test
  void numbersOfOtherWritersAreTaken() {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("i", 1);
    expected.put("l", 2147483648L);
    expected.put("d", 1.0);
    expected.put("e", -1e3);
    expected.put("big", 1e20);
    expected.put("tl", 5L);
    expected.put("td", 2.5);
    MessageData message =
        decode(
            "{\"jms\":1, \"m\" : \"n\",\"p\":{\"i\":1,\"l\":2147483648,\"d\":1.0,\"e\":-1e3,"
                + "\"big\":100000000000000000000,\"tl\":{\"l\":5},\"td\":{\"d\":2.5}}}");
    assertEquals(expected, message.properties());
    assertEquals(new Body.None(), message.body());
  }

  @Test
  void headerLinesAbove64KilobytesAreRefusedByName() throws WireException {
    StoredAs queue = new StoredAs(stored.id(), 0, stored.destination());
    String fits = "x".repeat(PayloadCodec.MAX_HEADER_LINE - 60);
    byte[] payload = codec.encode(queue, withProperty(fits), false);
    assertTrue(PayloadCodec.headerLength(payload) <= PayloadCodec.MAX_HEADER_LINE);
    WireException refused =
        assertThrows(
            WireException.class, () -> codec.encode(queue, withProperty(fits + fits), false));
    assertEquals(WireError.TOO_LARGE, refused.error());
    assertTrue(refused.getMessage().contains("65536"), refused.getMessage());
  }

  @Test
  void valuesThatNoMessageCarriesAreRefused() {
    for (Object value : new Object[] {'c', new byte[1], List.of()}) {
      MessageData message =
          new MessageData(stored.foreignHeader(), Map.of("a", value), new Body.None());
      WireException refused =
          assertThrows(WireException.class, () -> codec.encode(stored, message, false));
      assertEquals(WireError.MALFORMED, refused.error());
    }
  }

  @Test
  void rawIsTheBodyAlone() throws WireException {
    assertArrayEquals("hé".getBytes(StandardCharsets.UTF_8), raw(new Body.Text("hé")));
    assertArrayEquals(new byte[0], raw(new Body.Text(null)));
    assertArrayEquals(new byte[] {1, 2}, raw(new Body.Bytes(new byte[] {1, 2})));
    assertArrayEquals("[1]".getBytes(StandardCharsets.UTF_8), raw(new Body.Items(List.of(1))));
    for (Body body : List.of(new Body.Serialized(new byte[1]), new Body.Text("\uD800"))) {
      assertEquals(WireError.MALFORMED, assertThrows(WireException.class, () -> raw(body)).error());
    }
  }

  private byte[] raw(Body body) throws WireException {
    return codec.encode(stored, new MessageData(stored.foreignHeader(), Map.of(), body), true);
  }

  private MessageData withProperty(String value) {
    return new MessageData(stored.foreignHeader(), Map.of("a", value), new Body.None());
  }

  private MessageData decode(String payload) {
    return codec.decode(stored, payload.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] packed(byte[] text) {
    EncodedBody body = Deflation.deflate(EncodedBody.of("t", text));
    return Arrays.copyOfRange(body.array(), body.offset(), body.offset() + body.length());
  }
}
