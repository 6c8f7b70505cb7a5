package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fetches the payloads that a script answered as their length only, in one pipeline.
 *
 * <p>Threads: any.
 */
final class LargeBodies {
  private final PooledCalls calls;

  LargeBodies(PooledCalls calls) {
    this.calls = calls;
  }

  /** For each job its payload, or null when the row is gone meanwhile. */
  List<byte[]> of(QueueKeys keys, List<Claimed> jobs) throws WireException {
    List<Command> commands = new ArrayList<>();
    for (Claimed job : jobs) {
      if (job.isLarge()) {
        commands.add(Command.of("HGET", row(keys, job.id()), "payload"));
      }
    }
    List<Object> large = calls.pipeline(commands);
    List<byte[]> payloads = new ArrayList<>(jobs.size());
    int next = 0;
    for (Claimed job : jobs) {
      payloads.add((byte[]) (job.isLarge() ? large.get(next++) : job.found()));
    }
    return payloads;
  }

  /** The server named this row: its id is taken as it is, for it may be another runtime's. */
  static byte[] row(QueueKeys keys, String id) {
    byte[] suffix = id.getBytes(StandardCharsets.UTF_8);
    byte[] prefix = keys.jobPrefix();
    byte[] key = Arrays.copyOf(prefix, prefix.length + suffix.length);
    System.arraycopy(suffix, 0, key, prefix.length, suffix.length);
    return key;
  }
}
