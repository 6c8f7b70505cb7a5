package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/payload.md to the codec. */
class PayloadDocTest {
  private final String doc = read();

  @Test
  void theTableNamesExactlyTheKeysOfTheHeaderLine() throws IllegalAccessException {
    Set<String> keys = new TreeSet<>(Set.of("jms"));
    for (Field field : HeaderKeys.class.getDeclaredFields()) {
      boolean isValue =
          field.getName().startsWith("KIND_") || field.getName().startsWith("ENCODING_");
      if (field.getType() == String.class && !isValue && !field.getName().equals("PREFIX")) {
        keys.add((String) field.get(null));
      }
    }
    assertEquals(keys, tableKeys("## Header line"));
  }

  @Test
  void theTableNamesExactlyTheTags() {
    assertEquals(
        new TreeSet<>(Set.of("l", "b", "s", "f", "d", "c", "y")), tableKeys("## Typed values"));
  }

  @Test
  void theExamplesAreSoundPayloads() {
    List<String> examples = new ArrayList<>();
    Matcher lines =
        Pattern.compile("^ {4}(\\{\"jms\":1,.*)\n {4}(.*)$", Pattern.MULTILINE)
            .matcher(doc.substring(doc.indexOf("## Examples")));
    while (lines.find()) {
      examples.add(lines.group(1) + "\n" + lines.group(2));
    }
    assertEquals(2, examples.size());
    StoredAs stored =
        new StoredAs("JOB0STF4r0SSpz", 1, new Address(Address.Domain.QUEUE, "orders", ""));
    for (String example : examples) {
      MessageData message =
          new PayloadCodec(0).decode(stored, example.getBytes(StandardCharsets.UTF_8));
      assertFalse(message.properties().containsKey(PayloadCodec.MALFORMED), example);
      assertTrue(
          message.body() instanceof Body.Fields || message.body().equals(new Body.Text("hello")));
    }
  }

  private Set<String> tableKeys(String heading) {
    int from = doc.indexOf(heading);
    String section = doc.substring(from, doc.indexOf("\n## ", from + 1));
    Set<String> keys = new TreeSet<>();
    Matcher rows = Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE).matcher(section);
    while (rows.find()) {
      keys.add(rows.group(1));
    }
    return keys;
  }

  private static String read() {
    try {
      return Files.readString(Path.of("../docs/payload.md"));
    } catch (IOException missing) {
      throw new AssertionError("docs/payload.md is read from the module's folder", missing);
    }
  }
}
