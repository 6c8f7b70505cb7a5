package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private final RecordCodec codec = new RecordCodec(new PayloadCodec(0));
  private final StoredAs stored =
      new StoredAs(
          "EVT000xY9Wvvcd", 1704117200000L, new Address(Address.Domain.TOPIC, "p", "events"));

  @Test
  void recordsOfOtherRuntimesAreMapsOfTheirFields() {
    byte[] noText = {(byte) 0xff};
    Map<String, byte[]> fields = new LinkedHashMap<>();
    fields.put("id", utf8("EVT000xY9Wvvcd"));
    fields.put("price", utf8("12.5"));
    fields.put("raw", noText);
    MessageData message = codec.decode(stored, fields);
    Body.Fields body = (Body.Fields) message.body();
    assertEquals("12.5", body.entries().get("price"));
    assertEquals("EVT000xY9Wvvcd", body.entries().get("id"));
    assertArrayEquals(noText, (byte[]) body.entries().get("raw"));
    assertEquals("ID:EVT000xY9Wvvcd", message.header().messageId());
    assertEquals("p", message.header().destination().name());
  }

  @Test
  void rawMapsAreFlatFieldsAndOtherBodiesOneField() throws WireException {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("price", 12.5);
    entries.put("none", null);
    Map<String, byte[]> fields = codec.encode(stored, message(new Body.Fields(entries)), true);
    assertEquals(List.of("price", "none"), List.copyOf(fields.keySet()));
    assertArrayEquals(utf8("12.5"), fields.get("price"));
    assertArrayEquals(utf8(""), fields.get("none"));
    Map<String, byte[]> text = codec.encode(stored, message(new Body.Text("hello")), true);
    assertArrayEquals(utf8("hello"), text.get("data"));
  }

  @Test
  void rawMapsCannotTakeTheFieldsOfTheRecord() {
    for (String name : List.of("id", "jms")) {
      WireException refused =
          assertThrows(
              WireException.class,
              () -> codec.encode(stored, message(new Body.Fields(Map.of(name, 1))), true));
      assertEquals(WireError.MALFORMED, refused.error());
    }
  }

  private MessageData message(Body body) {
    return new MessageData(stored.foreignHeader(), Map.of(), body);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
