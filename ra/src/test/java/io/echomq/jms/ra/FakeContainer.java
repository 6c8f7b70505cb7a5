package io.echomq.jms.ra;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkListener;
import jakarta.resource.spi.work.WorkManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** As much of an application server as the adapter needs: threads for its work. */
final class FakeContainer implements BootstrapContext, WorkManager, AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Work that has not ended. */
  final AtomicInteger works = new AtomicInteger();

  /** While all threads are busy; work that it has refused because of that. */
  volatile boolean full;

  final AtomicInteger refused = new AtomicInteger();

  @Override
  public WorkManager getWorkManager() {
    return this;
  }

  @Override
  public void scheduleWork(Work work) {
    if (full) {
      refused.incrementAndGet();
      throw new RejectedExecutionException("all threads are busy");
    }
    works.incrementAndGet();
    threads.execute(
        () -> {
          try {
            work.run();
          } finally {
            works.decrementAndGet();
          }
          work.release(); // as WildFly does
        });
  }

  @Override
  public void scheduleWork(
      Work work, long timeout, ExecutionContext context, WorkListener listener) {
    threads.execute(work);
  }

  @Override
  public void doWork(Work work) {
    work.run();
  }

  @Override
  public void doWork(Work work, long timeout, ExecutionContext context, WorkListener listener) {
    work.run();
  }

  @Override
  public long startWork(Work work) {
    threads.execute(work);
    return 0;
  }

  @Override
  public long startWork(Work work, long timeout, ExecutionContext context, WorkListener listener) {
    threads.execute(work);
    return 0;
  }

  @Override
  public XATerminator getXATerminator() {
    return null;
  }

  @Override
  public Timer createTimer() {
    throw new UnsupportedOperationException("the adapter needs no timer");
  }

  @Override
  public boolean isContextSupported(Class<? extends WorkContext> type) {
    return false;
  }

  @Override
  public TransactionSynchronizationRegistry getTransactionSynchronizationRegistry() {
    return null;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
