package io.echomq.jms.valkey;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cursors of the consumers that look through queues, the least recently used forgotten.
 *
 * <p>Threads: any (guarded by itself).
 */
final class ScanCursors {
  private static final int MAX_CURSORS = 4096;

  /**
   * Who looks for what.
   *
   * @param queue name of the queue
   * @param script which part of it is looked through
   * @param selector empty for none
   * @param owner the session
   */
  record Key(String queue, String script, String selector, String owner) {}

  private final Map<Key, ScanCursor> cursors = new LinkedHashMap<>(16, 0.75f, true);

  synchronized ScanCursor of(Key key) {
    ScanCursor cursor = cursors.computeIfAbsent(key, k -> new ScanCursor());
    if (cursors.size() > MAX_CURSORS) {
      cursors.remove(cursors.keySet().iterator().next());
    }
    return cursor;
  }

  /** Something was put back into this queue. */
  synchronized void restart(String queue) {
    for (Map.Entry<Key, ScanCursor> each : cursors.entrySet()) {
      if (each.getKey().queue().equals(queue)) {
        each.getValue().restart();
      }
    }
  }
}
