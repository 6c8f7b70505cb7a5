package io.echomq.jms.valkey;

import java.util.List;

/**
 * How many records to read at once, so that a batch of large ones does not fill the heap: about as
 * many as a few megabytes hold, from the size of the last ones.
 *
 * <p>Threads: one.
 */
final class ReadSize {
  private static final long TARGET_BYTES = 2L << 20;
  private static final int MOST = 500;

  private int count = 64;

  int count() {
    return count;
  }

  void learn(List<StreamRecord> records) {
    if (records.isEmpty()) {
      return;
    }
    long bytes = 0;
    for (StreamRecord record : records) {
      bytes += record.bytes();
    }
    long fitting = TARGET_BYTES * records.size() / Math.max(1, bytes);
    count = (int) Math.max(1, Math.min(MOST, Math.min(fitting, count * 4L)));
  }
}
