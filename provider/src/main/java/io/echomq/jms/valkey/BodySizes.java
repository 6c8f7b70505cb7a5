package io.echomq.jms.valkey;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether the bodies of a queue are small. Where they were for a while, the server need not look at
 * the length of each before it reads it; the first large one that comes then is read once in vain.
 *
 * <p>Threads: any; the answer is a guess.
 */
final class BodySizes {
  /** So many small ones in a row are a while. */
  private static final int RUN = 32;

  private static final int MOST = 4096;

  private final Map<String, Integer> small = new ConcurrentHashMap<>();

  /** True when a large one would be a surprise. */
  boolean areSmall(String queue) {
    return small.getOrDefault(queue, 0) >= RUN;
  }

  /** These came. */
  void saw(String queue, List<Claimed> jobs) {
    for (Claimed job : jobs) {
      if (job.isLarge()) {
        small.remove(queue);
        return;
      }
    }
    if (!jobs.isEmpty() && !areSmall(queue)) {
      if (small.size() >= MOST) {
        small.clear();
      }
      small.merge(queue, jobs.size(), Integer::sum);
    }
  }
}
