package io.echomq.jms.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 that loses nothing: what it cannot hold is told, not replaced. */
final class Utf8 {
  private Utf8() {}

  /** The UTF-8 of a text, or null when it has lone surrogates, which UTF-8 cannot hold. */
  static byte[] encode(String text) {
    // The JDK would write '?' for a lone surrogate and tell nobody.
    return hasLoneSurrogate(text) ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** The text, or null when the bytes are no UTF-8. */
  static String decode(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    // The JDK writes U+FFFD for what is no UTF-8: without one there was nothing wrong.
    return text.indexOf('\uFFFD') < 0 || isStrict(bytes, from, to) ? text : null;
  }

  private static boolean isStrict(byte[] bytes, int from, int to) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException notUtf8) {
      return false;
    }
  }

  private static boolean hasLoneSurrogate(String text) {
    int size = text.length();
    for (int i = 0; i < size; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == size
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
