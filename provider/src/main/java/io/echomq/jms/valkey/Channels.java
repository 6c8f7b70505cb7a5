package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  /** Guarded by this: failed or closed, and none is opened any more. */
  private boolean over;

  /**
   * @param most channels at a time, 1 at least
   * @param opener makes the channel of a number, from 0 on
   */
  Channels(int most, IntFunction<SendPort> opener) {
    this.most = most;
    this.opener = opener;
    this.ports = new SendPort[] {opened(0)};
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
   * For a call that may wait for company: the youngest channel that nobody is at work on, a second
   * one if need be. Those who wait for their answers are rather on the elder ones, and need not
   * wait for this one too.
   */
  SendPort idle() {
    SendPort[] all = ports;
    SendPort least = all[0];
    for (int i = all.length - 1; i >= 0; i--) {
      if (!all[i].channel().isAtWork()) {
        return all[i];
      }
      if (all[i].channel().waiting() < least.channel().waiting()) {
        least = all[i];
      }
    }
    SendPort second = all.length == 1 && most > 1 ? open(1) : null;
    return second == null ? least : second;
  }

  /**
   * For appends to a stream: they carry ids in the order of the calls, and one that comes behind a
   * higher one has to be given another.
   */
  SendPort of(byte[] stream) {
    SendPort[] all = ports;
    return all[Math.floorMod(Arrays.hashCode(stream), all.length)];
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
    if (over || ports.length != number) {
      return null;
    }
    SendPort[] more = Arrays.copyOf(ports, number + 1);
    more[number] = opened(number);
    ports = more;
    return more[number];
  }

  private synchronized void openNoMore() {
    over = true;
  }

  private SendPort opened(int number) {
    SendPort port = opener.apply(number);
    port.channel().leadersOfAll(this::isLedBy);
    return port;
  }

  private boolean isLedBy(Thread thread) {
    for (SendPort port : ports) {
      if (port.channel().isLedBy(thread)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Waits until all calls submitted before are answered; false when the time was over first, for
   * all of them the same.
   */
  boolean awaitAll(long timeoutMillis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    SendPort[] all = ports;
    List<PendingReply<Void>> barriers = new ArrayList<>();
    for (SendPort port : all) {
      barriers.add(port.channel().barrier());
    }
    boolean reached = true;
    for (int i = 0; i < all.length; i++) {
      reached &= all[i].channel().await(barriers.get(i), end);
    }
    return reached;
  }

  /** See {@link CommandChannel#fail}, for all of them. */
  void fail(WireException why) {
    openNoMore();
    for (SendPort port : ports) {
      port.channel().fail(why);
    }
  }

  /**
   * Serves what waits, at most for this time; then ends the threads and links. Calls that are left
   * fail. Idempotent. Each step for all: none waits for another's to end.
   */
  void close(long timeoutMillis) {
    openNoMore();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    SendPort[] all = ports;
    for (SendPort port : all) {
      port.channel().settle(end);
    }
    for (SendPort port : all) {
      port.channel().giveUp();
    }
    for (SendPort port : all) {
      port.channel().end();
    }
  }
}
