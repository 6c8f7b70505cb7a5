package io.echomq.jms.codec;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compression of bodies in the zlib form (RFC 1950), bounded on the way back. */
final class Deflation {
  /** Deflate never packs more than this into a byte: a greater claim is a lie, seen for free. */
  private static final long MAX_RATIO = 1032;

  private Deflation() {}

  /** The body compressed, or as it is when that would not be smaller. */
  static EncodedBody deflate(EncodedBody body) {
    byte[] packed = new byte[body.length()];
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(body.array(), body.offset(), body.length());
      deflater.finish();
      int length = deflater.deflate(packed);
      if (!deflater.finished()) {
        return body;
      }
      return body.deflated(packed, length);
    } finally {
      deflater.end();
    }
  }

  /**
   * The body before compression.
   *
   * @param length what the header claims its length to be; exactly that much is read
   * @throws WireException MALFORMED when the claim is not true or the bytes are no zlib stream
   */
  static byte[] inflate(byte[] payload, int from, long length) throws WireException {
    int packed = payload.length - from;
    if (length > PayloadCodec.MAX_BODY || length > packed * MAX_RATIO + 64) {
      throw malformed(packed + " compressed bytes claim to be " + length, null);
    }
    byte[] plain = new byte[(int) length];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(payload, from, packed);
      int read = 0;
      while (!inflater.finished()) {
        // One byte more than claimed, so that a stream that is longer is seen.
        int got =
            read < plain.length
                ? inflater.inflate(plain, read, plain.length - read)
                : inflater.inflate(new byte[1]);
        read += got;
        if (read > plain.length || (got == 0 && !inflater.finished())) {
          break;
        }
      }
      if (!inflater.finished() || read != plain.length) {
        throw malformed("compressed body is not of the length " + length + " it claims", null);
      }
      return plain;
    } catch (DataFormatException notZlib) {
      throw malformed("compressed body is not a zlib stream", notZlib);
    } finally {
      inflater.end();
    }
  }

  private static WireException malformed(String what, Exception cause) {
    return new WireException(WireError.MALFORMED, what, cause);
  }
}
