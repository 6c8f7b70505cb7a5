package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a connection waits for on one topic: readers without a group that are in step with the one
 * read of the stream, and consumers of groups that want to be told.
 *
 * <p>{@code position} is how far the stream was read here. Readers in step have all that lies
 * before it, in their buffers or behind them; a reader that lags is out of step and reads for
 * itself until it is at the seam again.
 *
 * <p>Threads: any; one monitor, held over neither input and output nor a wake-up.
 */
final class TopicWatch {
  final Address topic;
  final byte[] stream;
  final byte[] soon;

  private final Set<Watcher> watchers = new LinkedHashSet<>();
  private final Set<PlainBuffer> inStep = new LinkedHashSet<>();
  private final Set<PlainBuffer> lagging = new LinkedHashSet<>();
  private final Set<Watcher> armed = new LinkedHashSet<>();
  private final Map<Watcher, StreamId> toldInVain = new HashMap<>();
  private final Map<Watcher, Long> wakeNanos = new LinkedHashMap<>();
  private StreamId position = StreamId.ZERO;
  private boolean listening;

  /** Of the stream that tells of due times; read and written by the reader's thread alone. */
  String soonPosition = "0-0";

  /** {@link System#nanoTime} of the next promotion; written by the reader's thread alone. */
  volatile long promoteNanos = System.nanoTime();

  TopicWatch(Address topic, byte[] stream, byte[] soon) {
    this.topic = topic;
    this.stream = stream;
    this.soon = soon;
  }

  synchronized void add(Watcher watcher) {
    watchers.add(watcher);
  }

  synchronized void remove(Watcher watcher) {
    watchers.remove(watcher);
    armed.remove(watcher);
    toldInVain.remove(watcher);
    wakeNanos.remove(watcher);
  }

  synchronized void addReader(PlainBuffer buffer) {
    lagging.add(buffer);
  }

  synchronized void removeReader(PlainBuffer buffer) {
    lagging.remove(buffer);
    inStep.remove(buffer);
  }

  /** True when nobody wants anything of this topic any more. */
  synchronized boolean isUnused() {
    return watchers.isEmpty() && lagging.isEmpty() && inStep.isEmpty();
  }

  /**
   * Tells this watcher when something comes after a position. True when the blocking read has to
   * begin anew for it.
   */
  boolean arm(Watcher watcher, StreamId delivered) {
    synchronized (this) {
      if (!watchers.contains(watcher)) {
        return false;
      }
      if (!listening) {
        armed.add(watcher);
        position = delivered;
        listening = true;
        return true;
      }
      boolean inVain = delivered.equals(toldInVain.put(watcher, delivered));
      if (!position.isAfter(delivered) || inVain) {
        // Records that were deleted may lie between: then there is nothing for it there.
        armed.add(watcher);
        return false;
      }
    }
    watcher.ready();
    return false;
  }

  synchronized void wakeAt(Watcher watcher, long nanos) {
    wakeNanos.merge(watcher, nanos, (one, other) -> one - other < 0 ? one : other);
  }

  /** Where the stream was read up to, before a reader reads for itself. */
  synchronized StreamId mark() {
    return listening ? position : StreamId.ZERO;
  }

  /**
   * Lets a reader that has come this far be in step again: nothing is missed or doubled at the
   * seam.
   *
   * @return null when it is behind and has to read on; else whether the blocking read has to begin
   *     anew
   */
  synchronized Boolean rejoin(PlainBuffer buffer, StreamId reached) {
    if (!lagging.contains(buffer)) {
      return Boolean.FALSE;
    }
    boolean begin = !listening;
    if (begin) {
      position = reached;
      listening = true;
    } else if (position.isAfter(reached)) {
      return null;
    }
    lagging.remove(buffer);
    inStep.add(buffer);
    buffer.inStepFrom(reached);
    return begin;
  }

  /** The position to read from; null when nobody listens. */
  synchronized StreamId from() {
    // Nobody may be armed just now: a consumer that was told will be back in a moment, at this
    // place.
    return listening ? position : null;
  }

  synchronized boolean hasReaders() {
    return !inStep.isEmpty();
  }

  /** Hands on what was read. */
  void accept(List<StreamRecord> records) {
    List<Watcher> told = new ArrayList<>();
    synchronized (this) {
      boolean wanted = !inStep.isEmpty() || !armed.isEmpty();
      for (StreamRecord record : records) {
        if (record.id().isAfter(position)) {
          position = record.id();
          offer(record, told);
        }
      }
      listening = wanted;
      told.addAll(armed);
      armed.clear();
    }
    told.forEach(Watcher::ready);
  }

  private void offer(StreamRecord record, List<Watcher> told) {
    for (PlainBuffer buffer : List.copyOf(inStep)) {
      if (!buffer.offer(record)) {
        inStep.remove(buffer);
        lagging.add(buffer);
      } else if (!told.contains(buffer)) {
        told.add(buffer);
      }
    }
  }

  /** Something was given back or is due, here or elsewhere. */
  void returned() {
    List<Watcher> all;
    synchronized (this) {
      all = List.copyOf(watchers);
    }
    all.forEach(Watcher::returned);
  }

  /** Wakes those whose time has come; answers ns to the next one, {@link Long#MAX_VALUE}: none. */
  long wakeDue(long now) {
    List<Watcher> due = new ArrayList<>();
    long next = Long.MAX_VALUE;
    synchronized (this) {
      for (Map.Entry<Watcher, Long> each : List.copyOf(wakeNanos.entrySet())) {
        long left = each.getValue() - now;
        if (left <= 0) {
          due.add(each.getKey());
          wakeNanos.remove(each.getKey());
        } else {
          next = Math.min(next, left);
        }
      }
    }
    due.forEach(Watcher::returned);
    return next;
  }

  /** The oldest position that readers of this connection still need; null when there are none. */
  synchronized StreamId needed() {
    StreamId oldest = inStep.isEmpty() ? null : position;
    for (PlainBuffer buffer : lagging) {
      StreamId at = buffer.position();
      oldest = oldest == null || oldest.isAfter(at) ? at : oldest;
    }
    return oldest;
  }
}
