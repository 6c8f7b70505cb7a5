package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts acknowledgements of records on the channel.
 *
 * <p>Threads: any.
 */
final class RecordAcks {
  private static final Logger LOG = LoggerFactory.getLogger(RecordAcks.class);

  private final TopicPort port;
  private final Holders holders;
  private final ChannelLine skips;

  RecordAcks(TopicPort port, Holders holders) {
    this.port = port;
    this.holders = holders;
    this.skips = new ChannelLine(port.channels());
  }

  /**
   * Acknowledges, each for itself.
   *
   * @param lost takes the tokens whose holder is gone with its connection
   * @param line of who acknowledges
   * @return replies that name the lost ones
   */
  List<PendingReply<Settled>> complete(
      List<LeaseToken> tokens, List<LeaseToken> lost, ChannelLine line) {
    Map<Holder, List<LeaseToken>> parts = new LinkedHashMap<>();
    for (LeaseToken token : tokens) {
      Holder holder = holders.of(token);
      if (holder == null) {
        if (Holders.isOfGroup(token)) {
          lost.add(token);
        }
      } else {
        parts.computeIfAbsent(holder, h -> new ArrayList<>()).add(token);
      }
    }
    List<PendingReply<Settled>> replies = new ArrayList<>();
    parts.forEach(
        (holder, mine) -> {
          holder.settled(mine);
          Optional<GroupPart> part = holder.part();
          if (part.isPresent()) {
            replies.addAll(submit(part.get(), mine, line));
          }
        });
    return replies;
  }

  /** Acknowledges what was read and is not for the subscription; nobody waits for it. */
  void later(GroupPart part, List<LeaseToken> tokens, Holder holder) {
    if (tokens.isEmpty()) {
      return;
    }
    holder.settled(tokens);
    for (PendingReply<Settled> reply : submit(part, tokens, skips)) {
      reply.whenDone((settled, failure) -> logFailure(part, failure));
    }
  }

  private static void logFailure(GroupPart part, WireException failure) {
    if (failure != null) {
      LOG.debug("{}: skipped records stay pending until they are taken again", part, failure);
    }
  }

  private List<PendingReply<Settled>> submit(
      GroupPart part, List<LeaseToken> tokens, ChannelLine line) {
    List<PendingReply<Settled>> replies = new ArrayList<>();
    for (List<LeaseToken> batch : Parts.of(tokens, RecordAckCall.MAX_TOKENS)) {
      replies.add(line.submitPatient(send -> new RecordAckCall(port, send, part, batch)));
    }
    return replies;
  }
}
