package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import java.util.ArrayList;
import java.util.Iterator;
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
  private static final int MOST_IDLE_READS = 8;

  final Address topic;
  final byte[] stream;
  final byte[] soon;

  private final Set<Watcher> watchers = new LinkedHashSet<>();
  private final Set<PlainBuffer> inStep = new LinkedHashSet<>();
  private final Set<PlainBuffer> lagging = new LinkedHashSet<>();

  /** Who is to be told of what lies after a position of its own. */
  private final Map<Watcher, StreamId> armed = new LinkedHashMap<>();

  private final Map<Watcher, Long> wakeNanos = new LinkedHashMap<>();
  private StreamId position = StreamId.ZERO;
  private boolean listening;

  /** The reader pauses, so that records come several at a time, see {@link ReadPace}. */
  private boolean pausing;

  /** The most records that a consumer of a group has fetched at a time since the last read. */
  private int fetched;

  /** Reads in a row that were of no use to anybody here. */
  private int idleReads;

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
   *
   * @param delivered what lies up to there is of no interest to it
   * @param records so many it has just read for itself
   */
  boolean arm(Watcher watcher, StreamId delivered, int records) {
    List<Watcher> told = new ArrayList<>();
    boolean begin = false;
    synchronized (this) {
      if (!watchers.contains(watcher)) {
        return false;
      }
      armed.put(watcher, delivered);
      fetched = Math.max(fetched, records);
      idleReads = 0;
      if (!listening) {
        position = delivered;
        listening = true;
        begin = true;
      } else if (delivered.isAfter(position) && inStep.isEmpty()) {
        // Read by the consumer itself meanwhile: it need not come here once more.
        position = delivered;
      }
      if (!pausing) {
        takeBehind(told);
      }
    }
    told.forEach(Watcher::ready);
    return begin;
  }

  /**
   * Until {@link #resume} consumers that come back behind others are not told of what those have
   * read more: they would do the same to those in turn, each for a record or two.
   */
  synchronized void pause() {
    pausing = true;
  }

  /** Ends a pause. */
  void resume() {
    List<Watcher> told = new ArrayList<>();
    synchronized (this) {
      pausing = false;
      takeBehind(told);
    }
    told.forEach(Watcher::ready);
  }

  /** Takes out who is to be told, since something lies after its position. */
  private void takeBehind(List<Watcher> told) {
    for (Map.Entry<Watcher, StreamId> each : List.copyOf(armed.entrySet())) {
      if (position.isAfter(each.getValue())) {
        armed.remove(each.getKey());
        told.add(each.getKey());
      }
    }
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
    return listening ? position : null;
  }

  synchronized boolean hasReaders() {
    return !inStep.isEmpty();
  }

  /** How many records at a time consumers of groups have fetched since this was asked. */
  synchronized int takeFetched() {
    int most = fetched;
    fetched = 0;
    return most;
  }

  /** Hands on what was read. */
  void accept(List<StreamRecord> records) {
    List<Watcher> told = new ArrayList<>();
    synchronized (this) {
      int known = 0;
      while (known < records.size() && !records.get(known).id().isAfter(position)) {
        known++;
      }
      if (known < records.size()) {
        position = records.get(records.size() - 1).id();
        offer(records.subList(known, records.size()), told);
      }
      takeBehind(told);
      // A consumer that was told will be back in a moment, at this place; one that works for long
      // will not, and needs no reads meanwhile.
      idleReads = told.isEmpty() && armed.isEmpty() && inStep.isEmpty() ? idleReads + 1 : 0;
      listening = idleReads < MOST_IDLE_READS;
    }
    told.forEach(Watcher::ready);
  }

  /** The readers that have come further than the stream goes. */
  synchronized List<PlainBuffer> readersBeyond(StreamId top) {
    List<PlainBuffer> beyond = new ArrayList<>(inStep);
    beyond.addAll(lagging);
    beyond.removeIf(buffer -> !buffer.position().isAfter(top));
    return beyond;
  }

  /** The link was lost, and what is connected now may know less: everybody looks for himself. */
  void restart() {
    List<Watcher> told = new ArrayList<>();
    synchronized (this) {
      lagging.addAll(inStep);
      inStep.clear();
      lagging.forEach(PlainBuffer::leaveStep);
      told.addAll(watchers);
      told.addAll(lagging);
      armed.clear();
      listening = false;
    }
    told.forEach(Watcher::ready);
  }

  private void offer(List<StreamRecord> records, List<Watcher> told) {
    for (Iterator<PlainBuffer> each = inStep.iterator(); each.hasNext(); ) {
      PlainBuffer buffer = each.next();
      if (!buffer.offer(records)) {
        each.remove();
        lagging.add(buffer);
      }
      told.add(buffer);
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
