package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fetches the payloads that a script answered as their length only. So many are asked for ahead as
 * fill a window: the server answers the next ones while this reads, and need not hold them all.
 *
 * <p>Threads: any.
 */
final class LargeBodies {
  /** Bytes that are asked for and not read, one payload at least; two of a megabyte. */
  static final long WINDOW_BYTES = 3L << 20;

  private final PooledCalls calls;

  LargeBodies(PooledCalls calls) {
    this.calls = calls;
  }

  /** For each job its payload, or null when the row is gone meanwhile. */
  List<byte[]> of(QueueKeys keys, List<Claimed> jobs) throws WireException {
    List<Claimed> large = new ArrayList<>();
    for (Claimed job : jobs) {
      if (job.isLarge()) {
        large.add(job);
      }
    }
    List<byte[]> fetched =
        large.isEmpty() ? List.of() : calls.repeatable(link -> fetch(link, keys, large));
    List<byte[]> payloads = new ArrayList<>(jobs.size());
    int next = 0;
    for (Claimed job : jobs) {
      payloads.add(job.isLarge() ? fetched.get(next++) : (byte[]) job.found());
    }
    return payloads;
  }

  private static List<byte[]> fetch(Link link, QueueKeys keys, List<Claimed> large)
      throws WireException {
    List<byte[]> fetched = new ArrayList<>(large.size());
    WireException refused = null;
    int asked = 0;
    long under = 0;
    for (int read = 0; read < large.size(); read++) {
      // Asked for in halves of a window, not one by one: each flush is a system call on both sides.
      if (asked < large.size() && (asked == read || under <= WINDOW_BYTES / 2)) {
        do {
          link.write(Command.of("HGET", row(keys, large.get(asked).id()), "payload"));
          under += large.get(asked++).bytes();
        } while (asked < large.size() && under + large.get(asked).bytes() <= WINDOW_BYTES);
        link.flush();
      }
      try {
        fetched.add((byte[]) link.read());
      } catch (WireException failed) {
        if (link.isDead()) {
          throw failed;
        }
        refused = refused == null ? failed : refused;
      }
      under -= large.get(read).bytes();
    }
    if (refused != null) {
      throw refused;
    }
    return fetched;
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
