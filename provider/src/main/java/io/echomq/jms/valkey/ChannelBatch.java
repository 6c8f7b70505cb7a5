package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * Neighbouring calls that travel as one script call, with what must stand around it. Encoded once
 * and written again unchanged after a lost connection, so that the script can tell a repeat.
 *
 * <p>Threads: the leader of the channel.
 */
abstract class ChannelBatch {
  private final List<ChannelCall<?>> calls = new ArrayList<>();
  private List<Command> commands;
  private long bytes;
  private long firstUnanswered;
  private long sequence;
  private long after;

  /** How often it was put on a wire. */
  int writes;

  ChannelBatch(ChannelCall<?> first) {
    add(first);
  }

  /** True when the call may join: same queue, same durability, room left. */
  final boolean takes(ChannelCall<?> call, ChannelLimits limits, long spreadNanos) {
    return calls.size() < limits.batchCalls()
        && bytes + call.bytes <= limits.batchBytes()
        && call.deadlineNanos - calls.get(0).deadlineNanos <= spreadNanos
        && isKin(call);
  }

  final void add(ChannelCall<?> call) {
    calls.add(call);
    bytes += call.bytes;
  }

  final List<ChannelCall<?>> calls() {
    return calls;
  }

  /** What its calls put on the wire, as they say. */
  final long bytes() {
    return bytes;
  }

  /**
   * Its commands as they travel in a pipeline.
   *
   * @param number above those of all batches of this channel before it
   * @param lowest the lowest number whose answer is not here: of this pipeline's first batch
   * @param before the number of the batch of the same {@link #order} before it in this pipeline,
   *     without which it must not be applied; 0: none
   */
  final List<Command> commands(long number, long lowest, long before) {
    sequence = number;
    firstUnanswered = lowest;
    after = before;
    encode();
    return commands;
  }

  /** Its commands as they travel again and alone, when what was before it is settled. */
  final List<Command> commandsAlone() {
    if (after != 0) {
      after = 0;
      encode();
    }
    return commands;
  }

  private void encode() {
    try {
      commands = encode(sequence);
    } catch (WireException e) {
      throw new IllegalStateException("a name that was accepted before is refused", e);
    }
  }

  final long sequence() {
    return sequence;
  }

  /** The number of the batch without which it must not be applied; 0: none. */
  final long after() {
    return after;
  }

  /** While it is encoded: its number, and that of the batch before it, as the scripts read them. */
  final String numbers() {
    return after == 0 ? Long.toString(sequence) : sequence + ":" + after;
  }

  /** While it is encoded: no batch with a lower sequence will ever be written again. */
  final long firstUnanswered() {
    return firstUnanswered;
  }

  final int replies() {
    return commands.size();
  }

  /** The earliest time at which a call in it gives up. */
  final long deadlineNanos() {
    return calls.get(0).deadlineNanos;
  }

  final boolean isOver(long nowNanos) {
    for (ChannelCall<?> call : calls) {
      if (call.deadlineNanos - nowNanos <= 0 || call.isOver()) {
        return true;
      }
    }
    return false;
  }

  final void fail(WireException why) {
    for (ChannelCall<?> call : calls) {
      call.fail(why);
    }
  }

  /**
   * What its calls change in their order, for scripts that heed {@link #numbers}; null: nothing
   * that a later batch could not overtake.
   */
  String order() {
    return null;
  }

  /** How long its replies may take beyond the usual, ms. */
  long patienceMillis() {
    return 0;
  }

  /** True when the call may travel in this batch. */
  abstract boolean isKin(ChannelCall<?> call);

  /**
   * The commands; the same whenever they are asked for, save {@link #numbers}.
   *
   * @param sequence a number above those of all batches of this channel before it
   */
  abstract List<Command> encode(long sequence) throws WireException;

  /**
   * The error reply that says the batch was not applied, or null; replies as in {@link #settle}.
   */
  abstract WireException refusal(List<Object> replies);

  /**
   * Ends the calls.
   *
   * @param replies one for each command
   * @return calls that have to go again, ahead of all that wait; empty as a rule
   */
  abstract List<ChannelCall<?>> settle(List<Object> replies);
}
