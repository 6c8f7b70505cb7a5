package io.echomq.jms.codec;

/**
 * A body as bytes, with what the header line must say of it.
 *
 * @param kind message type, a value of {@link HeaderKeys#KIND}
 * @param bytes the bytes after the header line
 * @param isNull the text or object is null
 * @param encoding null, or a value of {@link HeaderKeys#ENCODING}
 * @param inflatedLength length before compression; -1: not compressed
 */
record EncodedBody(String kind, byte[] bytes, boolean isNull, String encoding, int inflatedLength) {
  private static final byte[] NOTHING = {};

  static EncodedBody of(String kind, byte[] bytes) {
    return new EncodedBody(kind, bytes, false, null, -1);
  }

  static EncodedBody ofNull(String kind) {
    return new EncodedBody(kind, NOTHING, true, null, -1);
  }

  static EncodedBody empty(String kind) {
    return of(kind, NOTHING);
  }
}
