package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The exact bytes: other runtimes and stored messages rely on them. */
class PayloadContractTest {
  private static final long MINTED = 1795959296123L;

  private final StoredAs stored =
      new StoredAs("JOB0STF4r0SSpz", MINTED, new Address(Address.Domain.QUEUE, "orders", ""));

  @Test
  void aPlainTextMessageSaysOnlyItsType() throws WireException {
    assertEquals(
        "{\"jms\":1,\"m\":\"t\"}\nhello", encode(header(), Map.of(), new Body.Text("hello")));
  }

  @Test
  void everyHeaderHasItsKeyAndItsPlace() throws WireException {
    MessageHeader header =
        new MessageHeader(
            "ID:mine",
            0,
            Address.topic("prices/audit"),
            Address.queue("answers"),
            "order-7",
            null,
            "invoice",
            false,
            9,
            1795959296999L,
            Long.MAX_VALUE);
    assertEquals(
        "{\"jms\":1,\"m\":\"n\",\"id\":\"ID:mine\",\"ts\":0,\"to\":\"t:prices/audit\","
            + "\"r\":\"q:answers\",\"c\":\"order-7\",\"t\":\"invoice\",\"dm\":1,\"pr\":9,"
            + "\"ex\":1795959296999,\"dt\":{\"l\":\"9223372036854775807\"}}\n",
        encode(header, Map.of(), new Body.None()));
  }

  @Test
  void correlationBytesAreTagged() throws WireException {
    MessageHeader header =
        new MessageHeader(
            null, MINTED, null, null, null, new byte[] {0, 1, -1}, null, true, 4, 0, MINTED);
    assertEquals(
        "{\"jms\":1,\"m\":\"b\",\"id\":null,\"c\":{\"y\":\"AAH/\"}}\n\u0001",
        encode(header, Map.of(), new Body.Bytes(new byte[] {1})));
  }

  @Test
  void propertiesAreTaggedByType() throws WireException {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("text", "a\"b\\\n\u0001é\uD83D\uDE00\uD800");
    properties.put("yes", true);
    properties.put("int", -5);
    properties.put("long", 9007199254740993L);
    properties.put("byte", (byte) -1);
    properties.put("short", (short) 7);
    properties.put("float", 1.1f);
    properties.put("double", 2.5);
    properties.put("nan", Double.NaN);
    properties.put("inf", Float.NEGATIVE_INFINITY);
    properties.put("none", null);
    assertEquals(
        "{\"jms\":1,\"m\":\"n\",\"p\":{"
            + "\"text\":\"a\\\"b\\\\\\n\\u0001é\uD83D\uDE00\\ud800\",\"yes\":true,\"int\":-5,"
            + "\"long\":{\"l\":\"9007199254740993\"},\"byte\":{\"b\":\"-1\"},"
            + "\"short\":{\"s\":\"7\"},\"float\":{\"f\":\"1.1\"},\"double\":{\"d\":\"2.5\"},"
            + "\"nan\":{\"d\":\"NaN\"},\"inf\":{\"f\":\"-Infinity\"},\"none\":null}}\n",
        encode(header(), properties, new Body.None()));
  }

  @Test
  void mapAndStreamBodiesAreJson() throws WireException {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("item", "bolt");
    entries.put("raw", "hello".getBytes(StandardCharsets.US_ASCII));
    entries.put("letter", 'x');
    entries.put("gone", null);
    assertEquals(
        "{\"jms\":1,\"m\":\"m\"}\n"
            + "{\"item\":\"bolt\",\"raw\":{\"y\":\"aGVsbG8=\"},\"letter\":{\"c\":\"x\"},"
            + "\"gone\":null}",
        encode(header(), Map.of(), new Body.Fields(entries)));
    assertEquals(
        "{\"jms\":1,\"m\":\"s\"}\n[1,null,{\"l\":\"2\"}]",
        encode(header(), Map.of(), new Body.Items(Arrays.asList(1, null, 2L))));
  }

  @Test
  void nullBodiesAndTextOutsideUtf8AreFlagged() throws WireException {
    assertEquals(
        "{\"jms\":1,\"m\":\"t\",\"nb\":true}\n", encode(header(), Map.of(), new Body.Text(null)));
    assertEquals("{\"jms\":1,\"m\":\"t\"}\n", encode(header(), Map.of(), new Body.Text("")));
    assertEquals(
        "{\"jms\":1,\"m\":\"o\",\"nb\":true}\n",
        encode(header(), Map.of(), new Body.Serialized(null)));
    assertEquals(
        "{\"jms\":1,\"m\":\"t\",\"e\":\"json\"}\n\"a\\udc00\"",
        encode(header(), Map.of(), new Body.Text("a\uDC00")));
  }

  private MessageHeader header() {
    return new MessageHeader(
        "ID:JOB0STF4r0SSpz", MINTED, stored.at(), null, null, null, null, true, 4, 0, MINTED);
  }

  private String encode(MessageHeader header, Map<String, Object> properties, Body body)
      throws WireException {
    byte[] payload =
        new PayloadCodec(0).encode(stored, new MessageData(header, properties, body), false);
    return new String(payload, StandardCharsets.UTF_8);
  }
}
