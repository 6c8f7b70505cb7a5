package io.echomq.jms.codec;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages as the field {@code payload} of a job, and back: a {@linkplain HeaderKeys header line},
 * a newline, the body.
 *
 * <p>Reading never fails and never loses anything. What does not begin as our payloads do came from
 * another runtime: text when it is UTF-8, else bytes. What begins so and is broken is a bytes
 * message with the property {@value #MALFORMED} that says what is wrong, and as its body what could
 * not be read: the whole payload, or the stored body when only that is broken.
 *
 * <p>Threads: immutable; safe for use by any thread.
 */
public final class PayloadCodec {
  /** Longest header line, in bytes; longer ones are refused at send (hard cases, 32). */
  public static final int MAX_HEADER_LINE = 64 * 1024;

  /** Longest body before compression, in bytes: what a string of the server can hold. */
  public static final int MAX_BODY = 512 * 1024 * 1024;

  /**
   * Property of a message whose payload claims to be ours and cannot be read; text: what is wrong.
   */
  public static final String MALFORMED = "JMS_EchoMQ_Malformed";

  private static final byte[] PREFIX = HeaderKeys.PREFIX.getBytes(StandardCharsets.US_ASCII);

  private final long compressAbove;

  /**
   * @param compressAbove bodies longer than this many bytes are compressed where that makes them
   *     smaller; 0 or less: none
   */
  public PayloadCodec(long compressAbove) {
    this.compressAbove = compressAbove;
  }

  /**
   * The payload to store.
   *
   * @param stored id and queue under which it will be stored
   * @param raw true: the body alone ({@code payload=raw})
   * @throws WireException {@link WireError#TOO_LARGE} when header line or body is above its limit;
   *     {@link WireError#MALFORMED} when a value has a type that no message can carry, or the body
   *     cannot be sent raw
   */
  public byte[] encode(StoredAs stored, MessageData message, boolean raw) throws WireException {
    if (raw) {
      return checkLength(BodyWriter.encodeRaw(message.body())).bytes();
    }
    EncodedBody body = checkLength(BodyWriter.encode(message.body()));
    if (compressAbove > 0 && body.length() > compressAbove) {
      body = Deflation.deflate(body);
    }
    JsonWriter line = HeaderWriter.write(stored, message.header(), message.properties(), body);
    byte[] payload = new byte[line.length() + 1 + body.length()];
    line.copyTo(payload);
    payload[line.length()] = '\n';
    body.copyTo(payload, line.length() + 1);
    return payload;
  }

  /**
   * The message in a stored payload. The array must not be changed afterwards.
   *
   * @param stored id and queue, or view, under which it was found
   */
  public MessageData decode(StoredAs stored, byte[] payload) {
    if (!isOurs(payload)) {
      return new MessageData(stored.foreignHeader(), Map.of(), BodyReader.foreign(payload));
    }
    int lineEnd = headerLength(payload);
    HeaderReader header;
    try {
      if (lineEnd > MAX_HEADER_LINE) {
        throw new WireException(WireError.MALFORMED, "header line of " + lineEnd + " bytes");
      }
      header = HeaderReader.read(stored, payload, 0, lineEnd);
    } catch (WireException broken) {
      return malformed(
          new MessageData(stored.foreignHeader(), Map.of(), new Body.Bytes(payload)), broken);
    }
    int bodyAt = Math.min(lineEnd + 1, payload.length);
    try {
      Body body = BodyReader.read(header, payload, bodyAt);
      return new MessageData(header.header(), header.properties(), body);
    } catch (WireException broken) {
      byte[] rest = Arrays.copyOfRange(payload, bodyAt, payload.length);
      return malformed(
          new MessageData(header.header(), header.properties(), new Body.Bytes(rest)), broken);
    }
  }

  /** True when the payload begins as ours do, and so has a header line. */
  public static boolean isOurs(byte[] payload) {
    return payload.length >= PREFIX.length
        && Arrays.equals(payload, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
  }

  /** Length of the header line in bytes, without the newline; 0 when there is none. */
  public static int headerLength(byte[] payload) {
    if (!isOurs(payload)) {
      return 0;
    }
    for (int i = PREFIX.length; i < payload.length; i++) {
      if (payload[i] == '\n') {
        return i;
      }
    }
    return payload.length;
  }

  private static MessageData malformed(MessageData message, WireException why) {
    Map<String, Object> properties = new LinkedHashMap<>(message.properties());
    properties.put(MALFORMED, why.getMessage());
    return new MessageData(message.header(), properties, message.body());
  }

  private static EncodedBody checkLength(EncodedBody body) throws WireException {
    if (body.length() > MAX_BODY) {
      throw new WireException(
          WireError.TOO_LARGE,
          "the body has " + body.length() + " bytes, at most " + MAX_BODY + " can be stored");
    }
    return body;
  }
}
