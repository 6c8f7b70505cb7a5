package io.echomq.jms.codec;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;

/**
 * Pulls JSON out of a range of bytes without a tree. Every failure is {@link WireError#MALFORMED}
 * with the place; hostile input costs no more than its length. Threads: for one thread.
 */
final class JsonReader {
  /** Deeper nesting of values that we do not know is refused. */
  private static final int MAX_DEPTH = 32;

  /** Longer numbers are refused: nobody writes them and parsing them is slow. */
  private static final int MAX_NUMBER = 400;

  private final byte[] bytes;
  private final int end;
  private int at;

  JsonReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /** The next byte that is no white space, not consumed; -1 at the end. */
  int peek() {
    while (at < end) {
      byte b = bytes[at];
      if (b != ' ' && b != '\n' && b != '\t' && b != '\r') {
        return b;
      }
      at++;
    }
    return -1;
  }

  /** Consumes the character when it is next. */
  boolean accept(char wanted) {
    if (peek() == wanted) {
      at++;
      return true;
    }
    return false;
  }

  void expect(char wanted) throws WireException {
    if (!accept(wanted)) {
      throw malformed("expected '" + wanted + "'");
    }
  }

  void expectEnd() throws WireException {
    if (peek() >= 0) {
      throw malformed("expected the end");
    }
  }

  /** After a member or element: true when another follows, false when the close was consumed. */
  boolean more(char close) throws WireException {
    if (accept(',')) {
      return true;
    }
    expect(close);
    return false;
  }

  /** A member's name and its colon. */
  String key() throws WireException {
    String key = string();
    expect(':');
    return key;
  }

  /** A string, {@code Boolean}, number ({@code Integer, Long} or {@code Double}) or null. */
  Object scalar() throws WireException {
    int next = peek();
    return switch (next) {
      case '"' -> string();
      case 't' -> literal("true", true);
      case 'f' -> literal("false", false);
      case 'n' -> literal("null", null);
      default -> {
        if (next == '-' || (next >= '0' && next <= '9')) {
          yield number();
        }
        throw malformed("expected a value");
      }
    };
  }

  String string() throws WireException {
    expect('"');
    int from = at;
    boolean ascii = true;
    while (at < end) {
      byte b = bytes[at];
      if (b == '"') {
        String text = plain(from, at, ascii);
        at++;
        return text;
      }
      if (b == '\\') {
        return escaped(from, ascii);
      }
      if (b < 0) {
        ascii = false;
      } else if (b < 0x20) {
        throw malformed("a control character in a string");
      }
      at++;
    }
    throw malformed("a string without an end");
  }

  /** Passes over any value and answers it as it is written. */
  String text() throws WireException {
    peek();
    int from = at;
    skip();
    return plain(from, at, false);
  }

  /** Passes over any value. */
  void skip() throws WireException {
    skip(0);
  }

  WireException malformed(String what) {
    return new WireException(WireError.MALFORMED, what + " at byte " + at);
  }

  private void skip(int depth) throws WireException {
    if (depth > MAX_DEPTH) {
      throw malformed("nested deeper than " + MAX_DEPTH);
    }
    if (accept('{')) {
      if (!accept('}')) {
        do {
          key();
          skip(depth + 1);
        } while (more('}'));
      }
    } else if (accept('[')) {
      if (!accept(']')) {
        do {
          skip(depth + 1);
        } while (more(']'));
      }
    } else {
      scalar();
    }
  }

  /** The rest of a string from its first escape on; {@link #at} is at the backslash. */
  private String escaped(int from, boolean asciiBefore) throws WireException {
    StringBuilder text = new StringBuilder(plain(from, at, asciiBefore));
    int run = at;
    boolean ascii = true;
    while (at < end) {
      byte b = bytes[at];
      if (b == '"' || b == '\\') {
        text.append(plain(run, at, ascii));
        at++;
        if (b == '"') {
          return text.toString();
        }
        text.append(escape());
        run = at;
        ascii = true;
      } else if (b >= 0 && b < 0x20) {
        throw malformed("a control character in a string");
      } else {
        ascii &= b >= 0;
        at++;
      }
    }
    throw malformed("a string without an end");
  }

  private char escape() throws WireException {
    if (at >= end) {
      throw malformed("an escape without an end");
    }
    byte letter = bytes[at++];
    return switch (letter) {
      case '"', '\\', '/' -> (char) letter;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> hex();
      default -> throw malformed("an unknown escape");
    };
  }

  private char hex() throws WireException {
    if (end - at < 4) {
      throw malformed("an escape without an end");
    }
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(bytes[at++], 16);
      if (digit < 0) {
        throw malformed("an escape that is not hexadecimal");
      }
      value = (value << 4) | digit;
    }
    return (char) value;
  }

  private String plain(int from, int to, boolean ascii) throws WireException {
    if (ascii) {
      return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
    String text = Utf8.decode(bytes, from, to);
    if (text == null) {
      throw malformed("a string that is not UTF-8");
    }
    return text;
  }

  private Object literal(String word, Object value) throws WireException {
    int size = word.length();
    boolean same = end - at >= size;
    for (int i = 0; same && i < size; i++) {
      same = bytes[at + i] == word.charAt(i);
    }
    if (!same) {
      throw malformed("expected " + word);
    }
    at += size;
    return value;
  }

  private Object number() throws WireException {
    int from = at;
    boolean whole = true;
    while (at < end && isNumberPart(bytes[at])) {
      whole &= bytes[at] == '-' || (bytes[at] >= '0' && bytes[at] <= '9');
      at++;
    }
    if (at - from > MAX_NUMBER) {
      throw malformed("a number of more than " + MAX_NUMBER + " characters");
    }
    String text = plain(from, at, true);
    try {
      if (whole && text.length() <= 20) {
        long value = Long.parseLong(text);
        if (value == (int) value) {
          return (int) value;
        }
        return value;
      }
      return Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      throw malformed("not a number: " + text);
    }
  }

  private static boolean isNumberPart(byte b) {
    return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }
}
