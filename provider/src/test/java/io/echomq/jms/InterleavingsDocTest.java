package io.echomq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every test that {@code docs/interleavings.md} names exists. */
class InterleavingsDocTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

  @Test
  void everyNamedTestExists() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "interleavings.md"));
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Matcher each = NAMED.matcher(page); each.find(); named++) {
      String source = sources.getOrDefault(each.group(1), "");
      if (!source.contains("void " + each.group(2) + "(")) {
        missing.add(each.group());
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(named > 50, "the page names " + named + " tests");
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (String module : List.of("provider", "lua", "ra")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
          String name = file.getFileName().toString().replace(".java", "");
          sources.merge(name, Files.readString(file), String::concat);
        }
      }
    }
    return sources;
  }
}
