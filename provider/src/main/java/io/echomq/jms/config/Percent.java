package io.echomq.jms.config;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoding of RFC 3986 in UTF-8. A plus sign is a plus sign. */
final class Percent {
  private static final String PLAIN = "-._~,:/+@";

  private Percent() {}

  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] raw = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '%') {
        bytes.write(raw[i]);
        continue;
      }
      int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw broken();
      }
      bytes.write(high << 4 | low);
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException notUtf8) {
      throw broken();
    }
  }

  /** Encodes all that could end a value or a user's name. */
  static String encode(String text) {
    return encode(text, PLAIN);
  }

  /** Encodes for the part before the {@code @}. */
  static String encodeUserInfo(String text) {
    return encode(text, "-._~");
  }

  private static String encode(String text, String plain) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean letter = c < 128 && Character.isLetterOrDigit(c);
      if (letter || plain.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append('%').append("%02X".formatted((int) c));
      }
    }
    return encoded.toString();
  }

  // The text itself may be part of a password, so it is not shown.
  private static ConfigException broken() {
    return new ConfigException(
        "uri", ConfigException.MASK, "'%' must begin two hexadecimal digits of UTF-8; write %25");
  }
}
