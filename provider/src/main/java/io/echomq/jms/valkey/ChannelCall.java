package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;

/**
 * One call on its way through a command channel.
 *
 * <p>Threads: made by the caller; {@code taken} is guarded by the channel's lock; the rest is for
 * the leader alone.
 *
 * @param <T> what it answers
 */
abstract class ChannelCall<T> {
  final PendingReply<T> reply;
  final long bytes;
  long submittedNanos;
  long deadlineNanos;

  /** True from when the leader takes it to be written until it surely was not applied. */
  boolean taken;

  /** Null: of none. */
  private ChannelLine line;

  /**
   * @param bytes about how much it puts on the wire
   */
  ChannelCall(CommandChannel channel, long bytes) {
    this.reply = new PendingReply<>(channel, this);
    this.bytes = bytes;
  }

  /** It is one of these, and tells them when it has ended. */
  void belongsTo(ChannelLine calls) {
    line = calls;
  }

  /**
   * By its reply, once.
   *
   * @param failure null: it was answered
   */
  void ended(WireException failure) {
    if (line != null) {
      line.ended(failure);
    }
  }

  /** What this call does, for errors: {@code "send to queue orders"}. */
  abstract String doing();

  /** A new batch with this call in it, to which neighbours may be added. */
  abstract ChannelBatch openBatch();

  /**
   * True when nobody is held up by it, so that it may wait a moment for company: for the next call
   * of its thread, which takes it along, or for the flusher's next look (see {@link
   * ChannelFlusher}).
   */
  boolean isPatient() {
    return false;
  }

  boolean isOver() {
    return reply.isDone();
  }

  void fail(WireException why) {
    reply.fail(why);
  }
}
