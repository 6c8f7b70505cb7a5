package io.echomq.jms.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Compact JSON as UTF-8 bytes. Strings keep lone surrogates as {@code \\uXXXX} escapes. Threads:
 * for one thread.
 */
final class JsonWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] buffer;
  private int length;

  JsonWriter(int expected) {
    buffer = new byte[Math.max(16, expected)];
  }

  int length() {
    return length;
  }

  byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  /** Copies what was written to the front of {@code target}. */
  void copyTo(byte[] target) {
    System.arraycopy(buffer, 0, target, 0, length);
  }

  /** Punctuation, a number or a literal, as it is; ASCII only. */
  JsonWriter raw(String ascii) {
    int size = ascii.length();
    room(size);
    for (int i = 0; i < size; i++) {
      buffer[length++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  JsonWriter raw(char ascii) {
    room(1);
    buffer[length++] = (byte) ascii;
    return this;
  }

  /** {@code ,"key":}. The key must need no escape. */
  JsonWriter nextKey(String key) {
    return raw(",\"").raw(key).raw("\":");
  }

  /** A quoted string. */
  JsonWriter string(String text) {
    int size = text.length();
    room(size + 2);
    buffer[length++] = '"';
    int i = 0;
    while (i < size) {
      char c = text.charAt(i);
      if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') {
        i += unusual(text, i);
        room(size - i + 1);
      } else {
        buffer[length++] = (byte) c;
        i++;
      }
    }
    buffer[length++] = '"';
    return this;
  }

  /** Writes what is no plain ASCII; returns how many chars of the text it took. */
  private int unusual(String text, int at) {
    char c = text.charAt(at);
    room(6);
    if (c < 0x80) {
      escape(c);
    } else if (c < 0x800) {
      buffer[length++] = (byte) (0xc0 | (c >> 6));
      buffer[length++] = (byte) (0x80 | (c & 0x3f));
    } else if (!Character.isSurrogate(c)) {
      buffer[length++] = (byte) (0xe0 | (c >> 12));
      buffer[length++] = (byte) (0x80 | ((c >> 6) & 0x3f));
      buffer[length++] = (byte) (0x80 | (c & 0x3f));
    } else {
      int codePoint = text.codePointAt(at);
      if (Character.isSupplementaryCodePoint(codePoint)) {
        buffer[length++] = (byte) (0xf0 | (codePoint >> 18));
        buffer[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
        buffer[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
        buffer[length++] = (byte) (0x80 | (codePoint & 0x3f));
        return 2;
      }
      hexEscape(c);
    }
    return 1;
  }

  private void escape(char c) {
    int letter =
        switch (c) {
          case '"' -> '"';
          case '\\' -> '\\';
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          case '\b' -> 'b';
          case '\f' -> 'f';
          default -> 0;
        };
    if (letter == 0) {
      hexEscape(c);
    } else {
      buffer[length++] = '\\';
      buffer[length++] = (byte) letter;
    }
  }

  private void hexEscape(char c) {
    buffer[length++] = '\\';
    buffer[length++] = 'u';
    buffer[length++] = HEX[c >> 12];
    buffer[length++] = HEX[(c >> 8) & 15];
    buffer[length++] = HEX[(c >> 4) & 15];
    buffer[length++] = HEX[c & 15];
  }

  private void room(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
