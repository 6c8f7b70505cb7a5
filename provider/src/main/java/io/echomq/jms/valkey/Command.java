package io.echomq.jms.valkey;

import io.echomq.jms.codec.EncodedPayload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One command for the server: a verb and binary-safe arguments. Built by one thread, sent as often
 * as wanted.
 */
final class Command {
  private final List<Object> words = new ArrayList<>();
  private final String verb;

  private Command(String verb) {
    this.verb = verb;
    words.add(verb.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * A command.
   *
   * @param verb for example {@code HSET}
   * @param arguments strings (sent as UTF-8), byte arrays, payloads, integers or longs
   */
  static Command of(String verb, Object... arguments) {
    Command command = new Command(verb);
    for (Object argument : arguments) {
      command.add(argument);
    }
    return command;
  }

  /**
   * Adds one more argument: a string, a byte array or a payload (kept, not copied: never write into
   * it again), an integer or a long.
   */
  Command add(Object argument) {
    if (argument instanceof byte[] || argument instanceof EncodedPayload) {
      words.add(argument);
    } else if (argument instanceof String || argument instanceof Number) {
      words.add(argument.toString().getBytes(StandardCharsets.UTF_8));
    } else {
      throw new IllegalArgumentException(verb + " cannot take an argument of this type");
    }
    return this;
  }

  String verb() {
    return verb;
  }

  /** Verb and arguments, each a {@code byte[]} or an {@link EncodedPayload}. */
  List<Object> words() {
    return words;
  }

  /** What stands behind the verb, as bytes. */
  List<byte[]> arguments() {
    List<byte[]> arguments = new ArrayList<>(words.size() - 1);
    for (Object word : words.subList(1, words.size())) {
      arguments.add(word instanceof EncodedPayload payload ? payload.toBytes() : (byte[]) word);
    }
    return arguments;
  }

  /** The verb alone: arguments may be secret (AUTH) or large. */
  @Override
  public String toString() {
    return verb;
  }
}
