package io.echomq.jms.examples.benchmark;

import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that begin together. Threads: used by one. */
final class Crew {

  /** What one of them does; {@code start} returns when all are ready. */
  interface Task<T> {
    T run(CountDownLatch start) throws JMSException, InterruptedException;
  }

  private Crew() {}

  /** Runs a task for each number from 0 on and returns their results. */
  static <T> List<T> run(int size, java.util.function.IntFunction<Task<T>> tasks)
      throws JMSException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(size);
    try {
      CountDownLatch ready = new CountDownLatch(size);
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        Task<T> task = tasks.apply(i);
        running.add(threads.submit(() -> task.run(ready)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> one : running) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof JMSException failure) {
        throw failure;
      }
      JMSException failure = new JMSException(e.getCause().toString());
      failure.initCause(e.getCause());
      throw failure;
    } finally {
      threads.shutdownNow();
    }
  }

  /** To be called by each task once it is ready to begin. */
  static void together(CountDownLatch start) throws InterruptedException {
    start.countDown();
    start.await();
  }
}
