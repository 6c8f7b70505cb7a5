package io.echomq.jms.codec;

import io.echomq.jms.wire.Body;
import java.util.Arrays;

/**
 * A body as bytes, with what the header line must say of it.
 *
 * @param kind message type, a value of {@link HeaderKeys#KIND}
 * @param array holds the bytes after the header line
 * @param offset where they begin
 * @param length how many they are
 * @param isNull the text or object is null
 * @param encoding null, or a value of {@link HeaderKeys#ENCODING}
 * @param inflatedLength length before compression; -1: not compressed
 */
record EncodedBody(
    String kind,
    byte[] array,
    int offset,
    int length,
    boolean isNull,
    String encoding,
    int inflatedLength) {
  private static final byte[] NOTHING = {};

  static EncodedBody of(String kind, byte[] bytes) {
    return new EncodedBody(kind, bytes, 0, bytes.length, false, null, -1);
  }

  static EncodedBody of(Body.Bytes bytes) {
    return new EncodedBody(
        HeaderKeys.KIND_BYTES, bytes.array(), bytes.offset(), bytes.length(), false, null, -1);
  }

  static EncodedBody ofNull(String kind) {
    return new EncodedBody(kind, NOTHING, 0, 0, true, null, -1);
  }

  static EncodedBody empty(String kind) {
    return of(kind, NOTHING);
  }

  /** The bytes alone, in an array that they fill: never write into it. */
  byte[] bytes() {
    return length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
  }

  void copyTo(byte[] into, int at) {
    System.arraycopy(array, offset, into, at, length);
  }

  /** The same with other bytes, which are these compressed. */
  EncodedBody deflated(byte[] packed, int size) {
    return new EncodedBody(kind, packed, 0, size, isNull, encoding, length);
  }
}
