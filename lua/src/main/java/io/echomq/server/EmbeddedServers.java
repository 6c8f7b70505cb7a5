package io.echomq.server;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The embedded servers that a whole JVM shares: one per key, until the JVM ends, so that every
 * connection factory with the same {@code embedded:} URI meets the same queues.
 *
 * <p>Threads: any. Two threads that ask for one key at once get one server; the second waits.
 */
public final class EmbeddedServers {
  /** As long-lived as the JVM by its very purpose; each JVM (class loader) has its own. */
  private static final EmbeddedServers OF_THIS_JVM = new EmbeddedServers();

  private final ConcurrentMap<String, EmbeddedServer> byKey = new ConcurrentHashMap<>();

  private EmbeddedServers() {}

  /**
   * The server of this key, started when there is none yet or when the last one is no longer alive.
   * Nobody owns it, so nobody closes it: it ends with the JVM.
   *
   * @param key what tells servers apart; the provider takes the URI
   * @param options how to start it; those of the first caller count
   * @throws EmbeddedServerException when it cannot be started; the next caller tries again
   */
  public static EmbeddedServer shared(String key, EmbeddedServerOptions options) {
    return OF_THIS_JVM.byKey.compute(
        key,
        (k, present) ->
            present != null && present.isRunning() ? present : EmbeddedServer.start(options));
  }

  /** {@link #shared(String, EmbeddedServerOptions)} with the defaults. */
  public static EmbeddedServer shared(String key) {
    return shared(key, EmbeddedServerOptions.defaults());
  }
}
