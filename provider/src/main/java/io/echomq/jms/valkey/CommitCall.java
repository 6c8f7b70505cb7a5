package io.echomq.jms.valkey;

import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A transaction on its way. The server remembers the number of a session's last unit, so a repeat
 * is told from a second one. Threads: made by the committer, then the channel's leader alone.
 */
final class CommitCall extends ChannelCall<Void> {
  /** Outlives any pause between two units of a session; a session that ends forgets it. */
  private static final long MEMORY_MILLIS = 24 * 3_600_000L;

  private final SendPort port;
  private final Keys keys;
  private final TransactionUnit unit;
  private final Durability durability;
  private final UnitContent content;

  CommitCall(
      SendPort port, Keys keys, TransactionUnit unit, UnitContent content, Durability durability) {
    super(port.channel(), content.bytes());
    this.port = port;
    this.keys = keys;
    this.unit = unit;
    this.content = content;
    this.durability = durability;
  }

  @Override
  String doing() {
    return "commit unit " + unit.number() + " of session " + unit.session();
  }

  @Override
  ChannelBatch openBatch() {
    return new CommitBatch(this);
  }

  Durability durability() {
    return durability;
  }

  byte[] mark() throws WireException {
    return keys.facts().own("sync:" + port.name());
  }

  /** The commands up to and with the script. */
  List<Command> commands() throws WireException {
    List<Command> commands = new ArrayList<>();
    content.stage(commands);
    Command script = Command.of("EVALSHA", port.commitUnit().sha1(), content.keyCount() + 1);
    script.add(keys.facts().unit(unit.session()));
    content.addKeys(script);
    script.add(unit.number()).add(MEMORY_MILLIS);
    content.addArguments(script);
    commands.add(script);
    return commands;
  }

  /** Stores the sends whose ids are taken under others (hard cases, 2). */
  void mintAnew(WireException duplicates) throws WireException {
    content.mintAnew(words(duplicates));
  }

  /** It is applied; the answer holds the final ids of its records. */
  void applied(Object finalIds) throws WireException {
    AppendCall.raise(port.mint(), content.recordIds(), finalIds);
    content.settled();
  }

  /** The failure as the port says it. */
  WireException toFailure(WireException refused) {
    if (ServerErrors.isReply(refused, "EMQSTALE")) {
      return new WireException(
          WireError.ROLLED_BACK,
          doing() + ": rolled back, the leases of these messages were lost: " + words(refused),
          refused);
    }
    return refused;
  }

  private static Set<String> words(WireException refused) {
    String text = refused.getCause() instanceof JedisDataException reply ? reply.getMessage() : "";
    Set<String> words = new TreeSet<>(List.of(text.split(" ")));
    words.removeIf(word -> word.startsWith("EMQ"));
    return words;
  }
}
