package io.echomq.jms.valkey;

import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Acknowledgements of one queue. The server remembers what a batch came to, so a repeat after a
 * lost reply answers what the first writing answered: what that completed is not told as gone, and
 * what others had taken by then, or have taken since when it never arrived, is told as lost.
 *
 * <p>Threads: made by the caller, then the channel's leader alone.
 */
final class AckCall extends ChannelCall<Settled> {
  /** So many tokens a call, and a script call, at most. */
  static final int MAX_TOKENS = 200;

  private static final int BYTES_EACH = 40;

  private final SendPort port;
  private final QueueKeys keys;
  private final List<LeaseToken> tokens;
  private final Durability durability;

  AckCall(SendPort port, QueueKeys keys, List<LeaseToken> tokens, Durability durability) {
    super(port.channel(), (long) tokens.size() * BYTES_EACH);
    this.port = port;
    this.keys = keys;
    this.tokens = tokens;
    this.durability = durability;
  }

  /** What a reply says about this call's tokens. */
  private Settled settled(Set<String> stale, Set<String> goneIds) {
    List<LeaseToken> lost = only(stale);
    List<LeaseToken> gone = only(goneIds);
    return lost.isEmpty() && gone.isEmpty() ? Settled.ALL : new Settled(lost, gone);
  }

  private List<LeaseToken> only(Set<String> ids) {
    return ids.isEmpty() ? List.of() : tokens.stream().filter(t -> ids.contains(t.id())).toList();
  }

  @Override
  String doing() {
    return "acknowledge " + tokens.size() + " of queue " + keys.name();
  }

  @Override
  boolean isPatient() {
    return true;
  }

  @Override
  ChannelBatch openBatch() {
    return new Batch(this);
  }

  private static final class Batch extends ChannelBatch {
    private final AckCall first;

    Batch(AckCall first) {
      super(first);
      this.first = first;
    }

    @Override
    long patienceMillis() {
      return first.durability.timeoutMillis();
    }

    @Override
    boolean isKin(ChannelCall<?> call) {
      return call instanceof AckCall ack
          && ack.keys.name().equals(first.keys.name())
          && ack.durability.equals(first.durability)
          && ack.bytes + bytes() <= (long) MAX_TOKENS * BYTES_EACH;
    }

    @Override
    List<Command> encode(long sequence) throws WireException {
      SendPort port = first.port;
      Command script = Command.of("EVALSHA", port.completeJobs().sha1(), 1, first.keys.pending());
      boolean one = calls().size() == 1 && first.tokens.size() == 1;
      script.add(port.name()).add(sequence).add(firstUnanswered());
      script.add(one ? port.acknowledged().of(first.keys.name()) : port.rememberMillis());
      for (ChannelCall<?> call : calls()) {
        for (LeaseToken token : ((AckCall) call).tokens) {
          script.add(token.id()).add(token.fence());
        }
      }
      List<Command> commands = new ArrayList<>(3);
      commands.add(script);
      DurabilityTail.addTo(commands, first.durability, first.keys.own("sync:" + port.name()));
      return commands;
    }

    @Override
    WireException refusal(List<Object> replies) {
      return replies.get(0) instanceof WireException refused ? refused : null;
    }

    @Override
    List<ChannelCall<?>> settle(List<Object> replies) {
      WireException failure = refusal(replies);
      if (failure == null) {
        failure = DurabilityTail.check(first.durability, replies, first.doing());
      }
      if (failure != null) {
        fail(failure);
        return List.of();
      }
      Set<String> stale = Set.of();
      Set<String> gone = Set.of();
      // A number: all are completed.
      if (replies.get(0) instanceof List<?> answer) {
        stale = ids(answer.get(0));
        gone = ids(answer.get(1));
      }
      for (ChannelCall<?> call : calls()) {
        AckCall ack = (AckCall) call;
        ack.reply.complete(ack.settled(stale, gone));
      }
      return List.of();
    }

    private static Set<String> ids(Object list) {
      Set<String> ids = new HashSet<>();
      for (Object id : (List<?>) list) {
        ids.add(Replies.toText(id));
      }
      return ids;
    }
  }
}
