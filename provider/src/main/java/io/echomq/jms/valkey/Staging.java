package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * Large bodies go to keys of their own before the script, which renames them into place (facts:
 * strings in Lua). The keys sweep themselves.
 */
final class Staging {
  private Staging() {}

  /** Adds the commands for one job; none when its body is small. */
  static void addTo(List<Command> commands, QueueKeys keys, Job job, long keepMillis)
      throws WireException {
    if (job.isStaged()) {
      byte[] key = keys.stage(job.id());
      commands.add(Command.of("HSET", key, "payload", job.payload()));
      commands.add(Command.of("PEXPIRE", key, keepMillis));
    }
  }

  /** The first error among the replies before the script's, or else the script's own, or null. */
  static WireException firstError(List<Object> replies, int scriptAt) {
    for (int i = 0; i <= scriptAt; i++) {
      if (replies.get(i) instanceof WireException refused) {
        return refused;
      }
    }
    return null;
  }
}
