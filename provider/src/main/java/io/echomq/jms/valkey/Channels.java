package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The ordered channels of a runtime. There is one until a call finds it at work; then another is
 * opened, up to a few, so that threads which wait for the server do not wait for each other. Where
 * all are at work calls gather, and share a round trip.
 *
 * <p>Threads: any.
 */
final class Channels {
  private final IntFunction<SendPort> opener;
  private final int most;

  /** Never changed once it is here; the first one is there from the start. */
  private volatile SendPort[] ports;

  /** Guarded by this: every later channel is ended so, too. */
  private WireException failure;

  private boolean closed;

  /**
   * @param most channels at a time, 1 at least
   * @param opener makes the channel of a number, from 0 on
   */
  Channels(int most, IntFunction<SendPort> opener) {
    this.most = most;
    this.opener = opener;
    this.ports = new SendPort[] {opener.apply(0)};
  }

  /**
   * Two for each processor: more of them share less, and cost the server more. With one processor
   * nothing is won by not sharing.
   */
  static int mostFor(int processors) {
    return processors == 1 ? 1 : Math.min(8, 2 * processors);
  }

  /** The one that is always there. */
  SendPort first() {
    return ports[0];
  }

  /**
   * For a call that may wait for company: the youngest channel that nobody is at work on. Those who
   * wait for their answers are rather on the elder ones, and need not wait for this one too.
   */
  SendPort idle() {
    SendPort[] all = ports;
    for (int i = all.length - 1; i > 0; i--) {
      if (!all[i].channel().isAtWork()) {
        return all[i];
      }
    }
    return all[0];
  }

  /**
   * A channel that nobody is at work on, this one if it can be; else that where the fewest wait.
   */
  SendPort free(SendPort last) {
    if (!last.channel().isAtWork()) {
      return last;
    }
    SendPort[] all = ports;
    SendPort least = last;
    for (SendPort port : all) {
      if (!port.channel().isAtWork()) {
        return port;
      }
      if (port.channel().waiting() < least.channel().waiting()) {
        least = port;
      }
    }
    SendPort another = all.length < most ? open(all.length) : null;
    return another == null ? least : another;
  }

  /** Null when another thread was faster, or there is to be none any more. */
  private synchronized SendPort open(int number) {
    if (closed || failure != null || ports.length != number) {
      return null;
    }
    SendPort[] more = Arrays.copyOf(ports, number + 1);
    more[number] = opener.apply(number);
    ports = more;
    return more[number];
  }

  /** See {@link CommandChannel#awaitAll}, for all of them. */
  boolean awaitAll(long timeoutMillis) {
    long end = System.nanoTime() + timeoutMillis * 1_000_000L;
    boolean all = true;
    for (SendPort port : ports) {
      all &= port.channel().awaitAll(Math.max(0, (end - System.nanoTime()) / 1_000_000L));
    }
    return all;
  }

  /** See {@link CommandChannel#fail}, for all of them. */
  void fail(WireException why) {
    synchronized (this) {
      failure = why;
    }
    for (SendPort port : ports) {
      port.channel().fail(why);
    }
  }

  /** See {@link CommandChannel#close}, for all of them, within the same time. */
  void close(long timeoutMillis) {
    synchronized (this) {
      closed = true;
    }
    long end = System.nanoTime() + timeoutMillis * 1_000_000L;
    for (SendPort port : ports) {
      port.channel().close(Math.max(0, (end - System.nanoTime()) / 1_000_000L));
    }
  }
}
