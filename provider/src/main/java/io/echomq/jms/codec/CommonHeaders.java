package io.echomq.jms.codec;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the header lines of many payloads have in common, as a few header lines: each message has
 * what one of them says, for all that selectors can ask for (docs/payload.md, "Blocks"). What
 * varies too much, and always {@code id} and {@code ts}, is written as a value that no reader knows
 * ({@code {"?":""}}), so that a selector that asks for it is not decided by these lines.
 *
 * <p>Threads: any (stateless).
 */
public final class CommonHeaders {
  /** More lines than this are not worth their reading. */
  private static final int MAX_LINES = 16;

  /** Of all lines, in characters. */
  private static final int MAX_LENGTH = 1024;

  /** A value of more variants than this is not told. */
  private static final int MAX_VARIANTS = 4;

  /** So many unlike lines as they stand are compared; more are taken apart, each of them. */
  private static final int MAX_COMPARED = 8;

  private static final String ANY = "{\"?\":\"\"}";
  private static final String UNTOLD =
      "\"" + HeaderKeys.MESSAGE_ID + "\":" + ANY + ",\"" + HeaderKeys.TIMESTAMP + "\":" + ANY;
  private static final Set<String> TOLD =
      Set.of(
          HeaderKeys.CORRELATION, HeaderKeys.TYPE, HeaderKeys.DELIVERY_MODE, HeaderKeys.PRIORITY);
  private static final String IN_PROPERTIES = HeaderKeys.PROPERTIES + ".";
  private static final byte[] FOREIGN = {};

  private CommonHeaders() {}

  /**
   * The lines, a newline before each.
   *
   * @return empty when they would be too many or too long, or a header line cannot be read
   */
  public static String of(List<byte[]> payloads) {
    try {
      List<byte[]> lines = unlike(payloads);
      return common(lines == null ? lines(payloads) : lines);
    } catch (WireException unreadable) {
      // Nothing is told of it: readers look at the messages themselves.
      return "";
    }
  }

  /** The unlike header lines; null when there are many. */
  private static List<byte[]> unlike(List<byte[]> payloads) throws WireException {
    List<byte[]> lines = new ArrayList<>();
    for (byte[] payload : payloads) {
      if (!hasOne(payload, lines)) {
        if (lines.size() == MAX_COMPARED) {
          return null;
        }
        lines.add(line(payload));
      }
    }
    return lines;
  }

  private static boolean hasOne(byte[] payload, List<byte[]> lines) {
    for (byte[] line : lines) {
      if (hasLine(payload, line)) {
        return true;
      }
    }
    return false;
  }

  private static List<byte[]> lines(List<byte[]> payloads) throws WireException {
    List<byte[]> lines = new ArrayList<>(payloads.size());
    for (byte[] payload : payloads) {
      lines.add(line(payload));
    }
    return lines;
  }

  private static boolean hasLine(byte[] payload, byte[] line) {
    if (line == FOREIGN) {
      return !PayloadCodec.isOurs(payload);
    }
    return payload.length > line.length
        && payload[line.length] == '\n'
        && Arrays.equals(payload, 0, line.length, line, 0, line.length);
  }

  private static byte[] line(byte[] payload) throws WireException {
    if (!PayloadCodec.isOurs(payload)) {
      return FOREIGN;
    }
    int length = PayloadCodec.headerLength(payload);
    if (length == payload.length) {
      throw new WireException(WireError.MALFORMED, "a header line without an end");
    }
    return Arrays.copyOf(payload, length);
  }

  private static String common(List<byte[]> lines) throws WireException {
    Map<String, Set<String>> variants = new HashMap<>();
    List<Map<String, String>> headers = new ArrayList<>(lines.size());
    for (byte[] line : lines) {
      Map<String, String> header = line == FOREIGN ? Map.of() : read(line);
      headers.add(header);
      header.forEach((key, value) -> add(variants, key, value));
    }
    Set<String> told = new LinkedHashSet<>();
    int length = 0;
    for (Map<String, String> header : headers) {
      String line = write(header, variants);
      if (told.add(line)) {
        length += line.length();
        if (told.size() > MAX_LINES || length > MAX_LENGTH) {
          return "";
        }
      }
    }
    return String.join("", told);
  }

  private static void add(Map<String, Set<String>> variants, String key, String value) {
    Set<String> known = variants.computeIfAbsent(key, k -> new HashSet<>());
    if (known.size() <= MAX_VARIANTS) {
      known.add(value);
    }
  }

  /** What selectors can ask for: {@code p.} before the name of a property, and the JSON behind. */
  private static Map<String, String> read(byte[] line) throws WireException {
    Map<String, String> header = new TreeMap<>();
    JsonReader json = new JsonReader(line, 0, line.length);
    json.expect('{');
    do {
      String key = json.key();
      if (key.equals(HeaderKeys.PROPERTIES) && json.peek() == '{') {
        header.keySet().removeIf(name -> name.startsWith(IN_PROPERTIES));
        readProperties(json, header);
      } else if (key.equals(HeaderKeys.PROPERTIES)) {
        throw json.malformed("properties that are no object");
      } else if (TOLD.contains(key)) {
        header.put(key, json.text());
      } else {
        json.skip();
      }
    } while (json.more('}'));
    json.expectEnd();
    return header;
  }

  private static void readProperties(JsonReader json, Map<String, String> header)
      throws WireException {
    json.expect('{');
    if (json.accept('}')) {
      return;
    }
    do {
      String name = json.key();
      header.put(IN_PROPERTIES + name, json.text());
    } while (json.more('}'));
  }

  private static String write(Map<String, String> header, Map<String, Set<String>> variants) {
    StringBuilder fields = new StringBuilder();
    StringBuilder properties = new StringBuilder();
    for (String key : new TreeMap<>(variants).keySet()) {
      boolean varies = variants.get(key).size() > MAX_VARIANTS;
      String value = varies ? ANY : header.get(key);
      if (value != null) {
        boolean isProperty = key.startsWith(IN_PROPERTIES);
        StringBuilder to = isProperty ? properties : fields;
        String name = isProperty ? key.substring(IN_PROPERTIES.length()) : key;
        to.append(to.isEmpty() && isProperty ? "" : ",").append(quoted(name)).append(':');
        to.append(value);
      }
    }
    if (!properties.isEmpty()) {
      fields.append(",\"" + HeaderKeys.PROPERTIES + "\":{").append(properties).append('}');
    }
    return "\n{" + UNTOLD + fields + "}";
  }

  private static String quoted(String name) {
    JsonWriter json = new JsonWriter(name.length() + 2);
    return new String(json.string(name).toBytes(), StandardCharsets.UTF_8);
  }
}
