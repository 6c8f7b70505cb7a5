package io.echomq.testing;

import java.util.concurrent.CompletableFuture;

/** So many bytes of requests, and no more. Threads: any (guarded by itself). */
final class RequestStop {
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long left;

  RequestStop(long bytes) {
    left = bytes;
  }

  CompletableFuture<Void> done() {
    return done;
  }

  /** Takes up to so many bytes; fewer when no more are left. */
  synchronized int take(int length) {
    int taken = (int) Math.min(left, length);
    left -= taken;
    return taken;
  }
}
