package io.echomq.jms.selector;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One line of {@code selector-corpus.tsv}; its first lines say how it is written. */
record CorpusCase(
    String selector, Map<String, Object> message, Truth expected, boolean serverMayPass) {

  static List<CorpusCase> all() {
    return lines("selector-corpus.tsv").stream().map(CorpusCase::of).toList();
  }

  /** The lines that are no comments, cut at tabs. */
  static List<String[]> lines(String resource) {
    try (InputStream in = CorpusCase.class.getResourceAsStream(resource)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CorpusCase of(String[] columns) {
    Map<String, Object> message = new LinkedHashMap<>();
    for (String part : columns[1].isEmpty() ? new String[0] : columns[1].split(";")) {
      int equals = part.indexOf('=');
      message.put(part.substring(0, equals), value(part.substring(equals + 1)));
    }
    Truth expected =
        switch (columns[2]) {
          case "T" -> Truth.TRUE;
          case "F" -> Truth.FALSE;
          case "U" -> Truth.UNKNOWN;
          default -> throw new IllegalArgumentException(String.join(" | ", columns));
        };
    return new CorpusCase(unescape(columns[0]), message, expected, columns.length > 3);
  }

  private static Object value(String typed) {
    String text = typed.substring(2);
    return switch (typed.charAt(0)) {
      case 't' -> unescape(text);
      case 'z' -> Boolean.valueOf(text);
      case 'b' -> Byte.valueOf(text);
      case 'h' -> Short.valueOf(text);
      case 'i' -> Integer.valueOf(text);
      case 'l' -> Long.valueOf(text);
      case 'f' -> Float.valueOf(text);
      case 'd' -> Double.valueOf(text);
      case 'n' -> null;
      default -> throw new IllegalArgumentException(typed);
    };
  }

  static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '\\') {
        plain.append(text.charAt(i));
        continue;
      }
      i++;
      if (text.charAt(i) == 'u') {
        plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
        i += 4;
      } else {
        plain.append("\\\t\n\r\f".charAt("\\tnrf".indexOf(text.charAt(i))));
      }
    }
    return plain.toString();
  }

  /** The message as the selector sees it: header fields of a message just sent by default. */
  PropertySource source() {
    return SampleMessage.source(message);
  }

  @Override
  public String toString() {
    return selector + " on " + message;
  }
}
