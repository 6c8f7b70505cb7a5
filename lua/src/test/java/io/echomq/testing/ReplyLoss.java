package io.echomq.testing;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;

/**
 * One armed loss: finds its needle in a request stream, over the borders of reads too.
 *
 * <p>Threads: the request threads of all connections search; the future is completed by a reply
 * thread.
 */
final class ReplyLoss {
  private final String needle;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Map<ProxiedConnection, String> tails = new WeakHashMap<>();

  ReplyLoss(String needle) {
    if (needle.isEmpty()) {
      throw new IllegalArgumentException("An empty needle would match anything");
    }
    // One char a byte, so that any bytes can be searched as text.
    this.needle = new String(needle.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  CompletableFuture<Void> done() {
    return done;
  }

  synchronized boolean matches(byte[] buffer, int length, ProxiedConnection connection) {
    String seen =
        tails.getOrDefault(connection, "")
            + new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    tails.put(connection, seen.substring(Math.max(0, seen.length() - needle.length() + 1)));
    return seen.contains(needle);
  }
}
