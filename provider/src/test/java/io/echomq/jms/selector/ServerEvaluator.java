package io.echomq.jms.selector;

import io.echomq.lua.ScriptCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.Jedis;

/** Runs {@code lib/selector.lua} in a real server, over header lines given as arguments. */
final class ServerEvaluator {
  private static final String DRIVER =
      """
      local match, texts = selector(ARGV[1])
      local answers = {}
      for i = 2, #ARGV do
        local readable, header = pcall(cjson.decode, ARGV[i])
        local answer = tostring(match(readable and header or nil, '%s'))
        if answer == 'true' and texts and selector_hopeless(ARGV[i] .. '\\n\\\\', texts) then
          answer = 'taken for hopeless'
        end
        answers[i - 1] = answer
      end
      return answers
      """
          .formatted(SampleMessage.ID);

  private final Jedis jedis;
  private final String script =
      assemble("selector", new HashSet<>())
          + assemble("selector-hopeless", new HashSet<>())
          + DRIVER;

  ServerEvaluator(Jedis jedis) {
    this.jedis = jedis;
  }

  /** Answers {@code true}, {@code false}, {@code nil} or {@code undecided} for each message. */
  List<String> evaluate(Selector selector, List<Map<String, Object>> messages) {
    return evaluateLines(
        selector.program(), messages.stream().map(SampleMessage::headerLine).toList());
  }

  List<String> evaluateLines(String program, List<String> headerLines) {
    List<String> arguments = new ArrayList<>(List.of(program));
    arguments.addAll(headerLines);
    List<?> answers = (List<?>) jedis.eval(script, List.of(), arguments);
    return answers.stream().map(String.class::cast).toList();
  }

  /** What the server must answer when it decides. */
  static String answer(Truth truth) {
    return truth == Truth.UNKNOWN ? "nil" : truth == Truth.TRUE ? "true" : "false";
  }

  private static String assemble(String function, Set<String> used) {
    if (!used.add(function)) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    String resource = "lib/" + function + ".lua";
    try (InputStream in = ScriptCatalog.class.getResourceAsStream(resource)) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        boolean use = line.startsWith("-- @use ");
        text.append(use ? assemble(line.substring(8).strip(), used) : line + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
