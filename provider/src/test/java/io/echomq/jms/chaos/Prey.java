package io.echomq.jms.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Connections, sessions and consumers that are in use, for whoever closes one at random.
 *
 * <p>Threads: any.
 */
final class Prey {
  private static final int MOST = 60;
  private final List<AutoCloseable> all = new ArrayList<>();

  synchronized void add(AutoCloseable one) {
    all.add(one);
    if (all.size() > MOST) {
      all.remove(0);
    }
  }

  /** Takes one out; null when there is none. */
  synchronized AutoCloseable take(Random random) {
    return all.isEmpty() ? null : all.remove(random.nextInt(all.size()));
  }
}
