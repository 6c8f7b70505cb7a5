package io.echomq.jms.valkey;

import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final List<Job> jobs;

  /**
   * @param jobs of the sends, in their order
   */
  CommitCall(
      SendPort port, Keys keys, TransactionUnit unit, List<Job> jobs, Durability durability) {
    super(port.channel(), bytes(unit.acks(), jobs));
    this.port = port;
    this.keys = keys;
    this.unit = unit;
    this.jobs = new ArrayList<>(jobs);
    this.durability = durability;
  }

  /** About what a unit puts on the wire. */
  static long bytes(List<LeaseToken> acks, List<Job> jobs) {
    long bytes = 40L * acks.size();
    for (Job job : jobs) {
      bytes += job.payload().length + 100L;
    }
    return bytes;
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
    Collection<UnitPart> parts = parts();
    for (UnitPart part : parts) {
      for (Job job : part.sends) {
        Staging.addTo(commands, part.keys, job, port.rememberMillis());
      }
    }
    Command script = Command.of("EVALSHA", port.commitUnit().sha1(), parts.size() + 1);
    script.add(keys.facts().unit(unit.session()));
    parts.forEach(part -> script.add(part.keys.pending()));
    script.add(unit.number()).add(MEMORY_MILLIS).add(parts.size());
    parts.forEach(part -> part.addTo(script));
    commands.add(script);
    return commands;
  }

  /** Stores the sends whose ids are taken under others (hard cases, 2). */
  void mintAnew(WireException duplicates) throws WireException {
    Set<String> taken = words(duplicates);
    for (int i = 0; i < jobs.size(); i++) {
      Outgoing message = unit.sends().get(i);
      if (taken.contains(jobs.get(i).id())) {
        jobs.set(i, port.again(message));
      }
    }
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

  private Collection<UnitPart> parts() throws WireException {
    Map<String, UnitPart> parts = new LinkedHashMap<>();
    for (LeaseToken ack : unit.acks()) {
      part(parts, keys.of(ack.from())).acks.add(ack);
    }
    for (int i = 0; i < jobs.size(); i++) {
      part(parts, keys.of(unit.sends().get(i).to())).sends.add(jobs.get(i));
    }
    return parts.values();
  }

  private static UnitPart part(Map<String, UnitPart> parts, QueueKeys queue) {
    return parts.computeIfAbsent(queue.name(), name -> new UnitPart(queue));
  }

  private static Set<String> words(WireException refused) {
    String text = refused.getCause() instanceof JedisDataException reply ? reply.getMessage() : "";
    Set<String> words = new TreeSet<>(List.of(text.split(" ")));
    words.removeIf(word -> word.startsWith("EMQ"));
    return words;
  }
}
