package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/** A reply that comes later. Threads: any. */
final class FakeReply<T> implements Reply<T> {
  private static final long SEND_TIMEOUT_MILLIS = 500;

  private final CompletableFuture<T> future = new CompletableFuture<>();

  void value(T value) {
    future.complete(value);
  }

  void failure(WireException failure) {
    future.completeExceptionally(failure);
  }

  @Override
  public T await() throws WireException {
    try {
      return future.get(SEND_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw (WireException) failed.getCause();
    } catch (TimeoutException late) {
      throw new WireException(WireError.UNAVAILABLE, "the fake server did not come back", late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WireException(WireError.INTERRUPTED, "interrupted while waiting", interrupted);
    }
  }

  @Override
  public boolean isDone() {
    return future.isDone();
  }

  @Override
  public void whenDone(BiConsumer<? super T, ? super WireException> action) {
    future.whenComplete((value, failure) -> action.accept(value, (WireException) failure));
  }
}
