package io.echomq.jms.valkey;

import io.echomq.lua.Script;
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
    if (!script.takes(keys.size())) {
      throw new IllegalArgumentException(script.name() + " does not take " + keys.size() + " keys");
    }
  }

  /** The {@code EVALSHA} of it. */
  Command command() {
    Command command = Command.of("EVALSHA", script.sha1(), keys.size());
    keys.forEach(command::add);
    arguments.forEach(command::add);
    return command;
  }
}
