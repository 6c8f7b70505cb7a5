package io.echomq.jms.jmx;

import io.echomq.jms.Choice;
import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.wire.InFlight;
import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.QueueStat;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One queue. A console that reads every attribute costs one reading of the server.
 *
 * <p>Threads: any; the monitor guards the last reading, and is held while it is made.
 */
final class QueueView implements QueueMXBean {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final EchoMQAdmin admin;
  private final String name;
  private QueueStat last;
  private long readAt;

  QueueView(EchoMQAdmin admin, String name) {
    this.admin = admin;
    this.name = name;
  }

  private synchronized QueueStat stat() throws IOException {
    if (last == null || System.nanoTime() - readAt > FRESH_NANOS) {
      last = Jmx.told(() -> admin.stat(name));
      readAt = System.nanoTime();
    }
    return last;
  }

  private synchronized <T> T changing(Jmx.Call<T> call) throws IOException {
    last = null;
    return Jmx.told(call);
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public long getPending() throws IOException {
    return stat().pending();
  }

  @Override
  public long getActive() throws IOException {
    return stat().active();
  }

  @Override
  public long getScheduled() throws IOException {
    return stat().scheduled();
  }

  @Override
  public long getDead() throws IOException {
    return stat().dead();
  }

  @Override
  public long getLanes() throws IOException {
    return stat().lanes();
  }

  @Override
  public long getOldestMillis() throws IOException {
    return stat().oldestMillis();
  }

  @Override
  public long getCompleted() throws IOException {
    return stat().completed();
  }

  @Override
  public long getFailed() throws IOException {
    return stat().failed();
  }

  @Override
  public long getBytes() throws IOException {
    return stat().bytes();
  }

  @Override
  public int getConsumers() throws IOException {
    return stat().consumers();
  }

  @Override
  public boolean isPaused() throws IOException {
    return stat().paused();
  }

  @Override
  public boolean pause() throws IOException {
    return changing(() -> admin.pause(name));
  }

  @Override
  public boolean resume() throws IOException {
    return changing(() -> admin.resume(name));
  }

  @Override
  public String purge() throws IOException {
    return text(changing(() -> admin.purge(name)));
  }

  @Override
  public String redrive(String selector) throws IOException {
    return text(changing(() -> admin.redrive(name, Choice.matching(selector))));
  }

  @Override
  public String move(String selector, String toQueue) throws IOException {
    return text(changing(() -> admin.move(name, Choice.matching(selector), toQueue)));
  }

  @Override
  public String delete(String id) throws IOException {
    return text(changing(() -> admin.delete(name, Choice.ids(id))));
  }

  @Override
  public String setPriority(String id, int priority) throws IOException {
    return text(changing(() -> admin.setPriority(name, Choice.ids(id), priority)));
  }

  @Override
  public String postpone(String id, long millis) throws IOException {
    return text(
        changing(() -> admin.postpone(name, Choice.ids(id), admin.now().plusMillis(millis))));
  }

  @Override
  public String[] inFlight(int max) throws IOException {
    List<InFlight> held = Jmx.told(() -> admin.inFlight(name, max));
    long now = admin.now().toEpochMilli();
    return held.stream()
        .map(
            each ->
                each.id()
                    + " "
                    + (each.owner() == null ? "?" : each.owner())
                    + " "
                    + (each.prepared() ? "prepared" : each.leasedUntil() - now + " ms"))
        .toArray(String[]::new);
  }

  private static String text(Outcome outcome) {
    String changed = outcome.changed() + " changed";
    if (outcome.refused() == 0) {
      return changed;
    }
    return changed
        + ", "
        + outcome.refused()
        + " stay: "
        + outcome.refusals().stream()
            .map(Outcome.Refusal::why)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
  }
}
