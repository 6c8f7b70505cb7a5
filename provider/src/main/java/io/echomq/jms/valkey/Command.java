package io.echomq.jms.valkey;

import java.nio.charset.StandardCharsets;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * One command for the server: a verb and binary-safe arguments. Built by one thread, sent as often
 * as wanted.
 */
final class Command {
  private final CommandArguments arguments;
  private final String verb;

  private Command(String verb) {
    this.verb = verb;
    this.arguments = new CommandArguments(new Verb(verb.getBytes(StandardCharsets.US_ASCII)));
  }

  /**
   * A command.
   *
   * @param verb for example {@code HSET}
   * @param arguments strings (sent as UTF-8), byte arrays, integers or longs
   */
  static Command of(String verb, Object... arguments) {
    Command command = new Command(verb);
    for (Object argument : arguments) {
      command.add(argument);
    }
    return command;
  }

  /**
   * Adds one more argument: a string, a byte array (kept, not copied: never write into it again),
   * an integer or a long.
   */
  Command add(Object argument) {
    if (argument instanceof byte[] bytes) {
      arguments.add(new Raw(bytes));
    } else if (argument instanceof String || argument instanceof Number) {
      arguments.add(new Raw(argument.toString().getBytes(StandardCharsets.UTF_8)));
    } else {
      throw new IllegalArgumentException(verb + " cannot take an argument of this type");
    }
    return this;
  }

  String verb() {
    return verb;
  }

  CommandArguments arguments() {
    return arguments;
  }

  /** The verb alone: arguments may be secret (AUTH) or large. */
  @Override
  public String toString() {
    return verb;
  }

  /** Not copied, as Jedis's own would be: bodies are large. */
  private record Raw(byte[] raw) implements Rawable {
    @Override
    public byte[] getRaw() {
      return raw;
    }
  }

  private record Verb(byte[] raw) implements ProtocolCommand, Rawable {
    @Override
    public byte[] getRaw() {
      return raw;
    }
  }
}
