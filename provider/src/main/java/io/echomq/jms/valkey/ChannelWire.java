package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link of a channel, and the batches that were written to it and not answered. After a lost
 * link those are written again unchanged, in order and one at a time: while their fate is unknown
 * nothing may overtake them, or a batch that was not applied would look like a repeat. In a
 * pipeline a batch names the one before it without which it must not be applied, so that what is
 * refused (a server that is busy or loading for a moment) is not overtaken either.
 *
 * <p>Threads: the leader of the channel, save {@link #abort}.
 */
final class ChannelWire {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelWire.class);

  /** What came of a pipeline. */
  record Outcome(List<ChannelCall<?>> again, boolean pause) {}

  private final ChannelLink.Source links;
  private final long replyTimeoutNanos;
  private final ArrayDeque<ChannelBatch> unanswered = new ArrayDeque<>();
  private long sequence;
  private volatile ChannelLink link;

  /**
   * @param replyTimeoutMillis a link that is silent for so long counts as lost
   */
  ChannelWire(ChannelLink.Source links, long replyTimeoutMillis) {
    this.links = links;
    this.replyTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(replyTimeoutMillis);
  }

  boolean isUp() {
    return link != null;
  }

  boolean owes() {
    return !unanswered.isEmpty();
  }

  void connect(long timeoutMillis) throws WireException {
    link = links.open(timeoutMillis);
  }

  /** When the first unanswered call gives up, or the other time when none is. */
  long firstDeadlineNanos(long otherwise) {
    ChannelBatch first = unanswered.peekFirst();
    return first == null ? otherwise : first.deadlineNanos();
  }

  /** Writes batches as one pipeline and settles each once its replies are read. */
  Outcome exchange(List<ChannelBatch> batches) {
    List<ChannelCall<?>> again = new ArrayList<>();
    boolean noScript = false;
    boolean passing = false;
    int answered = 0;
    Set<Long> missing = new HashSet<>();
    try {
      write(batches);
      link.flush();
      for (ChannelBatch batch : batches) {
        List<Object> replies = read(batch);
        answered++;
        WireException refusal = batch.refusal(replies);
        if (isNotApplied(refusal)) {
          noScript |= isNoScript(refusal);
          passing |= refusal.error() == WireError.UNAVAILABLE;
          missing.add(batch.sequence());
          again.addAll(batch.calls());
        } else {
          again.addAll(batch.settle(replies));
        }
      }
      if (noScript) {
        link.loadScripts();
      }
    } catch (WireException lost) {
      loseLink(lost);
      for (ChannelBatch batch : batches.subList(answered, batches.size())) {
        if (batch.writes > 0 && !missing.contains(batch.after())) {
          unanswered.add(batch);
        } else {
          // Never written, or surely refused, as what comes before it was.
          missing.add(batch.sequence());
          again.addAll(batch.calls());
        }
      }
    }
    if (passing) {
      dropLink();
    }
    return new Outcome(again, passing);
  }

  /** Writes the eldest unanswered batch again and settles it. */
  Outcome recover() {
    ChannelBatch batch = unanswered.peekFirst();
    try {
      write(batch, batch.commandsAlone());
      link.flush();
      List<Object> replies = read(batch);
      WireException refusal = batch.refusal(replies);
      if (!isNotApplied(refusal)) {
        unanswered.pollFirst();
        return new Outcome(batch.settle(replies), false);
      }
      if (isNoScript(refusal)) {
        link.loadScripts();
        return new Outcome(List.of(), false);
      }
      dropLink();
      return new Outcome(List.of(), true);
    } catch (WireException lost) {
      loseLink(lost);
      return new Outcome(List.of(), false);
    }
  }

  /** Ends unanswered batches whose time is over; they are never written again. */
  void expire(long nowNanos) {
    for (Iterator<ChannelBatch> i = unanswered.iterator(); i.hasNext(); ) {
      ChannelBatch batch = i.next();
      if (batch.isOver(nowNanos)) {
        i.remove();
        batch.calls().forEach(call -> call.fail(ChannelQueue.inDoubt(call)));
      }
    }
  }

  /** Ends everything unanswered: no link will come any more. */
  void abandon(WireException why) {
    for (ChannelBatch batch : unanswered) {
      for (ChannelCall<?> call : batch.calls()) {
        call.fail(
            new WireException(
                WireError.IN_DOUBT,
                call.doing() + ": may or may not have been applied; " + why.getMessage(),
                why));
      }
    }
    unanswered.clear();
    dropLink();
  }

  /** Ends the link under a leader that waits on it. */
  void abort() {
    ChannelLink current = link;
    if (current != null) {
      current.close();
    }
  }

  /** Each batch names the one before it that it must not overtake, should that be refused. */
  private void write(List<ChannelBatch> batches) throws WireException {
    Map<String, Long> before = new HashMap<>();
    long lowest = sequence + 1;
    for (ChannelBatch batch : batches) {
      String order = batch.order();
      Long after = order == null ? null : before.put(order, sequence + 1);
      write(batch, batch.commands(++sequence, lowest, after == null ? 0 : after));
    }
  }

  private void write(ChannelBatch batch, List<Command> commands) throws WireException {
    batch.writes++;
    for (Command command : commands) {
      link.write(command);
    }
  }

  private List<Object> read(ChannelBatch batch) throws WireException {
    List<Object> replies = new ArrayList<>(batch.replies());
    for (int i = 0; i < batch.replies(); i++) {
      long left = batch.deadlineNanos() - System.nanoTime();
      long patience = TimeUnit.MILLISECONDS.toNanos(batch.patienceMillis());
      long wait = Math.min(left, replyTimeoutNanos + patience);
      // One more, so that the deadline is past and the batch dropped when this time is over.
      replies.add(link.read(1 + Math.max(0, TimeUnit.NANOSECONDS.toMillis(wait))));
    }
    return replies;
  }

  /** Closes the link after an exchange that broke in an unforeseen way: replies may be unread. */
  void dropLink() {
    ChannelLink current = link;
    link = null;
    if (current != null) {
      current.close();
    }
  }

  private void loseLink(WireException lost) {
    LOG.info("a command channel lost its link and connects again: {}", lost.getMessage());
    dropLink();
  }

  private static boolean isNotApplied(WireException refusal) {
    return refusal != null
        && (refusal.error() == WireError.UNAVAILABLE
            || isNoScript(refusal)
            || ServerErrors.isReply(refusal, "EMQORDER"));
  }

  private static boolean isNoScript(WireException refusal) {
    return ServerErrors.isReply(refusal, "NOSCRIPT");
  }
}
