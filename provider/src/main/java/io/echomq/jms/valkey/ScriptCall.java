package io.echomq.jms.valkey;

import java.util.List;
import java.util.Objects;

/**
 * One run of a script.
 *
 * @param script which
 * @param keys KEYS, all of one hash tag
 * @param arguments ARGV: strings, byte arrays, integers or longs
 */
record ScriptCall(Script script, List<byte[]> keys, List<?> arguments) {
  ScriptCall {
    Objects.requireNonNull(script, "script");
  }

  /** The {@code EVALSHA} of it. */
  Command command() {
    Command command = Command.of("EVALSHA", script.sha(), keys.size());
    keys.forEach(command::add);
    arguments.forEach(command::add);
    return command;
  }
}
