package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.codec.StoredAs;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.Selection;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes priorities: the order of the queue, and the header line that {@code JMSPriority} is read
 * from and by which a message that is given back finds its place. A payload of another runtime has
 * no header line and stays as it is: its priority holds until it is given back.
 *
 * <p>Threads: any.
 */
final class PriorityChange {
  private static final int MAX_TRIES = 5;
  private static final int DEFAULT_PRIORITY = 4;

  private final PooledCalls calls;
  private final Keys keys;
  private final PayloadCodec codec;
  private final OperatorVerbs verbs;

  PriorityChange(PooledCalls calls, Keys keys, PayloadCodec codec, OperatorVerbs verbs) {
    this.calls = calls;
    this.keys = keys;
    this.codec = codec;
    this.verbs = verbs;
  }

  Outcome change(Address from, Selection which, int priority) throws WireException {
    Queues.require(from, "change the priority in");
    if (priority < 0 || priority > 9) {
      throw new WireException(
          WireError.MALFORMED, "priority " + priority + ": it must be 0 (lowest) to 9");
    }
    QueueKeys queue = keys.of(from);
    return verbs.each(
        from,
        which,
        verbs.waiting(from, queue),
        (ids, tally) -> {
          for (String id : ids) {
            String why = change(from, queue, id, priority);
            if (why.isEmpty()) {
              tally.changed(1);
            } else {
              tally.refused(id, why);
            }
          }
        });
  }

  private String change(Address from, QueueKeys queue, String id, int priority)
      throws WireException {
    String why = "changed";
    for (int i = 0; why.equals("changed") && i < MAX_TRIES; i++) {
      byte[] key = queue.job(id);
      List<?> row =
          (List<?>)
              calls.repeatable(link -> link.call(Command.of("HMGET", key, "attempts", "payload")));
      if (row.get(0) == null || row.get(1) == null) {
        return "gone";
      }
      List<Object> arguments = new ArrayList<>();
      arguments.add(id);
      arguments.add(DEFAULT_PRIORITY - priority);
      arguments.add(row.get(0));
      arguments.add(rewritten(from, id, (byte[]) row.get(1), priority));
      why =
          Replies.toText(
              calls.once(
                  new ScriptCall(
                      calls.script("set-priority"), List.of(queue.pending()), arguments)));
    }
    return why;
  }

  /** The payload with another priority; empty for what has no header line that can be read. */
  private byte[] rewritten(Address from, String id, byte[] payload, int priority)
      throws WireException {
    StoredAs stored = new StoredAs(id, BrandedId.millisOf(BrandedId.decode(id)), from);
    MessageData message = codec.decode(stored, payload);
    if (!PayloadCodec.isOurs(payload) || message.properties().containsKey(PayloadCodec.MALFORMED)) {
      return new byte[0];
    }
    MessageHeader h = message.header();
    MessageHeader changed =
        new MessageHeader(
            h.messageId(),
            h.timestamp(),
            h.destination(),
            h.replyTo(),
            h.correlationId(),
            h.correlationBytes(),
            h.type(),
            h.persistent(),
            priority,
            h.expiration(),
            h.deliveryTime());
    StoredAs inQueue =
        new StoredAs(id, stored.idMillis(), new Address(from.domain(), from.base(), ""));
    return codec.encode(
        inQueue, new MessageData(changed, message.properties(), message.body()), false);
  }
}
