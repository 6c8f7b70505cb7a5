package io.echomq.lua;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts a script together from its file and the functions that it uses: a line {@code -- @use
 * lane-ring} stands for {@code lib/lane-ring.lua}, each taken once, with what that uses before it.
 *
 * <p>Threads: has no state.
 */
final class ScriptSource {

  private static final String USE = "-- @use ";

  /**
   * The whole text of a script.
   *
   * @throws IllegalStateException when it, or a function that it uses, is not on the class path
   */
  String assemble(String name) {
    StringBuilder text = new StringBuilder();
    append(name + ".lua", text, new HashSet<>());
    return text.toString();
  }

  private void append(String file, StringBuilder text, Set<String> used) {
    for (String line : read(file).split("\n")) {
      if (!line.startsWith(USE)) {
        text.append(line).append('\n');
        continue;
      }
      String function = "lib/" + line.substring(USE.length()).strip() + ".lua";
      if (used.add(function)) {
        append(function, text, used);
      }
    }
  }

  private static String read(String file) {
    try (InputStream in = ScriptSource.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("script " + file + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("script " + file + " cannot be read", e);
    }
  }
}
