package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.function.Consumer;

/** One thread per factory runtime that renews what expires. */
final class Heartbeat implements AutoCloseable {
  Heartbeat(String name, Links links, Duration interval, Consumer<WireException> onFailure) {}

  void start() {}

  void add(Pulse pulse) {}

  void remove(Pulse pulse) {}

  @Override
  public void close() {}
}
