package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Puts sends, acknowledgements and transactions on the channels. What is wrong with a call is found
 * here, before anything of it travels.
 *
 * <p>Threads: any.
 */
final class JobSender {
  private final SendPort port;
  private final Keys keys;
  private final MortalQueues mortal;
  private final Topics topics;
  private final DurabilityCheck durabilityCheck;
  private final Durability durability;
  private final int maxOperations;
  private final long maxBytes;
  private final RoomWait roomWait;

  JobSender(
      SendPort port,
      Keys keys,
      MortalQueues mortal,
      Topics topics,
      DurabilityCheck durabilityCheck,
      Options options) {
    this.port = port;
    this.keys = keys;
    this.mortal = mortal;
    this.topics = topics;
    this.durabilityCheck = durabilityCheck;
    this.durability = DurabilityCheck.of(options.durability());
    this.maxOperations = options.sending().maxTransactionOperations();
    this.maxBytes = options.sending().maxTransactionBytes();
    this.roomWait = new RoomWait(options.timeouts().send().toMillis());
  }

  /**
   * See {@link io.echomq.jms.wire.Line#send}.
   *
   * @param from who sends
   * @param line whose call it is
   */
  Reply<Void> send(Outgoing message, Origin from, ChannelLine line) {
    try {
      Durability asked = durabilityOf(message);
      durabilityCheck.require(asked);
      if (message.to().isTopic()) {
        return topics.send(message, from, asked, line);
      }
      Queues.requireSendable(message.to());
      Job job = port.encoder().encode(message, message.id());
      noteIfMortal(message);
      QueueKeys queue = keys.of(message.to());
      Supplier<Reply<Void>> submit =
          () -> line.submit(on -> new SendCall(on, queue, message, job, asked));
      return message.admission().mayBlock() ? roomWait.send(submit) : submit.get();
    } catch (WireException e) {
      return Reply.failed(e);
    }
  }

  /**
   * See {@link io.echomq.jms.wire.Line#complete}.
   *
   * @param line whose call it is
   */
  Reply<Settled> complete(List<LeaseToken> tokens, ChannelLine line) {
    try {
      LeaseToken only = tokens.size() == 1 ? tokens.get(0) : null;
      if (only != null && only.from().isQueue()) {
        Queues.requireFetchable(only.from());
        QueueKeys of = keys.queue(only.from().base());
        return line.submitPatient(on -> new AckCall(on, of, List.of(only), durability));
      }
      Map<String, List<LeaseToken>> byQueue = new LinkedHashMap<>();
      List<LeaseToken> ofTopics = new ArrayList<>();
      for (LeaseToken token : tokens) {
        if (token.from().isTopic()) {
          ofTopics.add(token);
          continue;
        }
        Queues.requireFetchable(token.from());
        byQueue.computeIfAbsent(token.from().base(), base -> new ArrayList<>()).add(token);
      }
      List<Function<SendPort, ChannelCall<Settled>>> calls = new ArrayList<>();
      for (Map.Entry<String, List<LeaseToken>> queue : byQueue.entrySet()) {
        QueueKeys of = keys.queue(queue.getKey());
        for (List<LeaseToken> part : Parts.of(queue.getValue(), AckCall.MAX_TOKENS)) {
          calls.add(on -> new AckCall(on, of, part, durability));
        }
      }
      List<PendingReply<Settled>> replies = new ArrayList<>();
      calls.forEach(call -> replies.add(line.submitPatient(call)));
      List<LeaseToken> lost = new ArrayList<>();
      if (!ofTopics.isEmpty()) {
        replies.addAll(topics.acks().complete(ofTopics, lost, line));
      }
      return replies.isEmpty()
          ? Reply.of(Settled.ofLost(lost))
          : new Acknowledgements(replies, lost);
    } catch (WireException e) {
      return Reply.failed(e);
    }
  }

  /**
   * See {@link io.echomq.jms.wire.Line#commit}.
   *
   * @param from who sends
   * @param line whose call it is
   */
  Reply<Void> commit(TransactionUnit unit, Origin from, ChannelLine line) {
    if (unit.acks().isEmpty() && unit.sends().isEmpty()) {
      return Reply.of(null);
    }
    try {
      Checked checked = check(unit, from);
      Function<SendPort, ChannelCall<Void>> call =
          on -> new CommitCall(on, keys, unit, checked.content(), checked.durability());
      byte[] stream = checked.content().firstStream();
      Supplier<Reply<Void>> submit =
          () -> stream == null ? line.submit(call) : line.submitTo(stream, call);
      boolean mayBlock = unit.sends().stream().anyMatch(send -> send.admission().mayBlock());
      return mayBlock ? roomWait.send(submit) : submit.get();
    } catch (WireException e) {
      return Reply.failed(e);
    }
  }

  /**
   * A transaction that may travel.
   *
   * @param durability the strongest that any of it asks for
   */
  record Checked(UnitContent content, Durability durability) {}

  /** Finds what is wrong with a transaction before anything of it travels. */
  Checked check(TransactionUnit unit, Origin from) throws WireException {
    requireFew(unit.acks().size() + unit.sends().size());
    UnitContent content = new UnitContent(port, keys, topics, unit);
    Durability asked = unit.sends().isEmpty() ? durability : Durability.NONE;
    for (Outgoing message : unit.sends()) {
      asked = stronger(asked, durabilityOf(message));
      content.add(message, from);
      noteIfMortal(message);
    }
    for (LeaseToken ack : unit.acks()) {
      asked = stronger(asked, durability);
      content.add(ack);
    }
    durabilityCheck.require(asked);
    requireSmall(content.bytes());
    return new Checked(content, asked);
  }

  private void requireFew(int operations) throws WireException {
    if (operations > maxOperations) {
      throw tooLarge("maxTransactionOperations", operations, maxOperations);
    }
  }

  private void requireSmall(long bytes) throws WireException {
    if (bytes > maxBytes) {
      throw tooLarge("maxTransactionBytes", bytes, maxBytes);
    }
  }

  private void noteIfMortal(Outgoing message) {
    // A temporary queue has its consumer, or goes with its owner.
    Address to = message.to();
    if (message.message().header().expiration() > 0 && to.isQueue() && !to.isTemporary()) {
      mortal.note(to);
    }
  }

  /** Non-persistent messages are as durable as the server is by itself. */
  private Durability durabilityOf(Outgoing message) {
    if (!message.message().header().persistent()) {
      return Durability.NONE;
    }
    return message.durability() != null ? message.durability() : durability;
  }

  private static Durability stronger(Durability one, Durability other) {
    return other.sync().compareTo(one.sync()) > 0 ? other : one;
  }

  private static WireException tooLarge(String option, long is, long limit) {
    return new WireException(
        WireError.TOO_LARGE,
        "the transaction has " + is + ", " + option + " allows " + limit + "; nothing was applied");
  }
}
