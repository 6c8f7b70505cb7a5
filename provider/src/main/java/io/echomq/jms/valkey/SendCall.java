package io.echomq.jms.valkey;

import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/**
 * One message on its way to a queue. Threads: made by the sender, then the channel's leader alone.
 */
final class SendCall extends ChannelCall<Void> {
  final SendPort port;
  final QueueKeys keys;
  final Durability durability;
  private final Outgoing message;
  private Job job;

  /**
   * @param durability what it waits for; never null
   */
  SendCall(SendPort port, QueueKeys keys, Outgoing message, Job job, Durability durability) {
    super(port.channel(), job.payload().length + 200L);
    this.port = port;
    this.keys = keys;
    this.message = message;
    this.job = job;
    this.durability = durability;
  }

  Job job() {
    return job;
  }

  /** Stores it under another id: the first one is another runtime's (hard cases, 2). */
  void mintAnew() throws WireException {
    job = port.again(message);
  }

  /** The queue has no room, and the message is not stored. */
  void failFull() {
    fail(
        new WireException(
            WireError.QUEUE_FULL,
            doing()
                + ": the queue is full ("
                + message.admission().bounds()
                + "); let consumers run, or raise the bound"));
  }

  @Override
  String doing() {
    return "send to " + message.to();
  }

  @Override
  ChannelBatch openBatch() {
    return new SendBatch(this);
  }
}
