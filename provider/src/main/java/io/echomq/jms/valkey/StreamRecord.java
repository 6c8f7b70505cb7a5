package io.echomq.jms.valkey;

import io.echomq.jms.codec.RecordCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record as it was read; its message is made once, whatever the number of consumers.
 *
 * <p>Threads: any; two that decode at the same time make equal messages.
 */
final class StreamRecord {
  /** The field of a record that was delayed: server microseconds of its send. */
  private static final String SENT = "jms:sent";

  private final StreamId id;
  private final Address topic;
  private final RecordEncoder codec;
  private final Map<String, byte[]> fields;
  private final long bytes;
  private final long sentMicros;
  private volatile MessageData message;

  private StreamRecord(
      StreamId id,
      Address topic,
      RecordEncoder codec,
      Map<String, byte[]> fields,
      long bytes,
      long sentMicros) {
    this.id = id;
    this.topic = topic;
    this.codec = codec;
    this.fields = fields;
    this.bytes = bytes;
    this.sentMicros = sentMicros;
  }

  /** Reads one {@code [position, [field, value, …]]}; null when the record was deleted. */
  static StreamRecord read(Object entry, Address topic, RecordEncoder codec) throws WireException {
    return entry instanceof List<?> pair && pair.get(1) instanceof List<?> flat
        ? read(Replies.toText(pair.get(0)), flat, topic, codec)
        : null;
  }

  static StreamRecord read(String position, List<?> flat, Address topic, RecordEncoder codec)
      throws WireException {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    long bytes = 100;
    long sent = -1;
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      byte[] value = (byte[]) flat.get(i + 1);
      String name = Replies.toText(flat.get(i));
      bytes += value.length;
      if (name.equals(SENT)) {
        sent = micros(value);
      } else {
        fields.put(name, value);
      }
    }
    return new StreamRecord(StreamId.parse(position), topic, codec, fields, bytes, sent);
  }

  /** Reads the answer of {@code XRANGE}; what was deleted is left out. */
  static List<StreamRecord> readAll(Object reply, Address topic, RecordEncoder codec)
      throws WireException {
    List<StreamRecord> records = new ArrayList<>();
    if (reply instanceof List<?> entries) {
      for (Object entry : entries) {
        StreamRecord record = read(entry, topic, codec);
        if (record != null) {
          records.add(record);
        }
      }
    }
    return records;
  }

  StreamId id() {
    return id;
  }

  long bytes() {
    return bytes;
  }

  /**
   * Who sent it, see {@link Origin#toField}; null when a foreign runtime did, or when that is kept
   * beside the stream: {@link RawOrigins}.
   */
  String origin() {
    byte[] by = fields.get(Origin.FIELD);
    return by == null || !isOurs() ? null : new String(by, StandardCharsets.UTF_8);
  }

  /** Server microseconds of the send of a delayed record; -1 when it was appended at once. */
  long sentMicros() {
    return sentMicros;
  }

  MessageData message() throws WireException {
    MessageData made = message;
    if (made == null) {
      made = codec.decode(brandedId(), topic, fields);
      message = made;
    }
    return made;
  }

  private static long micros(byte[] value) {
    String text = new String(value, StandardCharsets.US_ASCII);
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
  }

  /** True when it has our header line; else it is raw, or foreign. */
  boolean isOurs() {
    return fields.containsKey(RecordCodec.PAYLOAD);
  }

  /** The record's own id, or the one of its position when that is ill-formed. */
  private String brandedId() throws WireException {
    byte[] field = fields.get(RecordCodec.ID);
    if (field != null) {
      String text = new String(field, StandardCharsets.ISO_8859_1);
      if (BrandedId.isWellFormed(text)) {
        return text;
      }
    }
    long millis = Math.max(BrandedId.EPOCH, id.millis());
    return BrandedId.fromStreamId(BrandedId.EVENT, millis + "-" + (id.seq() & 0x3f_ffff));
  }
}
