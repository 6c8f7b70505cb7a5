package io.echomq.tck.official;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs classes on several shards at once. Each takes the next class when its last one has ended, so
 * that none waits while another has work.
 *
 * <p>Threads: one for each shard, named {@code tck-shard-<n>}; {@link #run} waits for all.
 */
final class ShardedRun {
  private final TckSettings settings;
  private final Report report;

  ShardedRun(TckSettings settings, Report report) {
    this.settings = settings;
    this.report = report;
  }

  /**
   * Runs all of them.
   *
   * @throws IllegalStateException when a shard could not go on, with its cause
   */
  void run(List<String> classes) throws InterruptedException {
    ConcurrentLinkedQueue<String> waiting = new ConcurrentLinkedQueue<>(classes);
    int count = Math.min(settings.shards(), classes.size());
    List<Future<?>> shards = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      for (int number = 1; number <= count; number++) {
        Shard shard = new Shard(number, settings, report);
        shards.add(threads.submit(() -> shard.run(waiting)));
      }
      for (Future<?> shard : shards) {
        shard.get();
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException(
          "a shard could not go on: " + failed.getCause().getMessage(), failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
