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
   * @param owner the session; empty for all
   */
  record Key(String queue, String script, String selector, String owner) {
    private Key ofAll() {
      return new Key(queue, script, selector, "");
    }
  }

  private final Map<Key, ScanCursor> cursors = new LinkedHashMap<>(16, 0.75f, true);

  /** What somebody has looked for, and when one who looks for the same is told from that. */
  private final Map<Key, Boolean> known = new LinkedHashMap<>(16, 0.75f, true);

  /** The cursor of this one; one that is new begins at the beginning. */
  synchronized ScanCursor of(Key key) {
    ScanCursor cursor = cursors.get(key);
    if (cursor == null) {
      boolean again = known.putIfAbsent(key.ofAll(), true) != null;
      cursor = new ScanCursor(key.selector(), again);
      cursors.put(key, cursor);
      limit(cursors);
      limit(known);
    }
    return cursor;
  }

  private static void limit(Map<Key, ?> map) {
    if (map.size() > MAX_CURSORS) {
      map.remove(map.keySet().iterator().next());
    }
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
