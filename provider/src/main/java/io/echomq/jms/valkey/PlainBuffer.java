package io.echomq.jms.valkey;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What the one read of a stream has brought for one reader without a group, and how far that reader
 * has come.
 *
 * <p>Threads: offered to by the connection's reader thread, taken from by the consumer's; one
 * monitor.
 */
final class PlainBuffer implements Watcher {
  private static final int MAX_RECORDS = 512;
  private static final long MAX_BYTES = 4L << 20;
  private static final int MAX_RECENT = 512;

  private final Watcher consumer;
  private final ArrayDeque<StreamRecord> records = new ArrayDeque<>();
  private final ArrayDeque<StreamId> recent = new ArrayDeque<>();
  private long bytes;
  private StreamId position;
  private boolean inStep;

  PlainBuffer(Watcher consumer, StreamId start) {
    this.consumer = consumer;
    this.position = start;
    recent.add(start);
  }

  /** The last record that is here or was; what lies after it is still to be read. */
  synchronized StreamId position() {
    return position;
  }

  /** True when nothing is buffered and nobody brings anything: the reader must read for itself. */
  synchronized boolean lags() {
    return !inStep && records.isEmpty();
  }

  synchronized void inStepFrom(StreamId reached) {
    moveTo(reached);
    inStep = true;
  }

  /** The reader has read for itself up to here. */
  synchronized void advance(StreamId reached) {
    if (!inStep) {
      moveTo(StreamId.max(position, reached));
    }
  }

  /** The last places it has come to, oldest first. */
  synchronized List<StreamId> recent() {
    return List.copyOf(recent);
  }

  /** Out of step from now on, and back at an earlier place: the server has lost what lay behind. */
  synchronized void rewind(StreamId survivor) {
    inStep = false;
    position = survivor;
    recent.removeIf(each -> each.isAfter(survivor));
  }

  /** Out of step from now on. */
  synchronized void leaveStep() {
    inStep = false;
  }

  private void moveTo(StreamId reached) {
    if (!reached.equals(position)) {
      position = reached;
      recent.addLast(reached);
      if (recent.size() > MAX_RECENT) {
        recent.removeFirst();
      }
    }
  }

  /** False when there is no room for all: from there on it is out of step. */
  synchronized boolean offer(List<StreamRecord> read) {
    for (StreamRecord record : read) {
      if (!record.id().isAfter(position)) {
        continue;
      }
      if (records.size() >= MAX_RECORDS || (bytes > 0 && bytes + record.bytes() > MAX_BYTES)) {
        inStep = false;
        return false;
      }
      records.add(record);
      bytes += record.bytes();
      moveTo(record.id());
    }
    return true;
  }

  /** Takes in what its reader has read for itself while in step; what came twice is left out. */
  synchronized void merge(List<StreamRecord> read) {
    for (StreamRecord record : read) {
      if (record.id().isAfter(position)) {
        records.add(record);
        bytes += record.bytes();
        moveTo(record.id());
      }
    }
  }

  synchronized List<StreamRecord> take(int max) {
    List<StreamRecord> taken = new ArrayList<>(Math.min(max, records.size()));
    while (taken.size() < max && !records.isEmpty()) {
      StreamRecord record = records.poll();
      bytes -= record.bytes();
      taken.add(record);
    }
    return taken;
  }

  @Override
  public void ready() {
    consumer.ready();
  }

  @Override
  public void returned() {
    consumer.returned();
  }
}
