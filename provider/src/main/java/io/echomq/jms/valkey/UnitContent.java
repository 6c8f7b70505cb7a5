package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * What a transaction does, by queue and by stream, in the form of the commit script. Threads: made
 * by the committer, then the channel's leader alone.
 */
final class UnitContent {
  private record Stored(Outgoing message, UnitPart part, int index) {}

  private record Acked(Holder holder, LeaseToken token) {}

  private final SendPort port;
  private final Keys keys;
  private final Topics topics;
  private final Map<String, UnitPart> queues = new LinkedHashMap<>();
  private final Map<Address, StreamPart> streams = new LinkedHashMap<>();
  private final List<Stored> jobs = new ArrayList<>();
  private final List<Acked> acked = new ArrayList<>();
  private long bytes;

  UnitContent(SendPort port, Keys keys, Topics topics, TransactionUnit unit) {
    this.port = port;
    this.keys = keys;
    this.topics = topics;
    this.bytes = 40L * unit.acks().size();
  }

  void add(Outgoing message, Origin from) throws WireException {
    if (message.to().isTopic()) {
      topics.requireSendable(message.to());
      topics.used(message.to());
      TopicRecord record = topics.port().codec().encode(message, from);
      stream(message.to()).records.add(record);
      bytes += record.bytes();
      return;
    }
    Queues.requireSendable(message.to());
    Job job = port.encoder().encode(message, message.id());
    UnitPart part = queue(keys.of(message.to()));
    jobs.add(new Stored(message, part, part.sends.size()));
    part.sends.add(job);
    bytes += job.bytes();
  }

  /**
   * Adds an acknowledgement.
   *
   * @throws WireException ROLLED_BACK when the consumer's connection is gone
   */
  void add(LeaseToken ack) throws WireException {
    if (!ack.from().isTopic()) {
      Queues.requireFetchable(ack.from());
      queue(keys.of(ack.from())).acks.add(ack);
    } else if (Holders.isOfGroup(ack)) {
      Holder holder = topics.holders().require(ack);
      stream(ack.from()).add(holder.part().orElseThrow(), ack);
      acked.add(new Acked(holder, ack));
    }
  }

  long bytes() {
    return bytes;
  }

  int keyCount() {
    return queues.size() + streams.size();
  }

  void stage(List<Command> commands) throws WireException {
    for (UnitPart part : queues.values()) {
      for (Job job : part.sends) {
        Staging.addTo(commands, part.keys, job, port.rememberMillis());
      }
    }
  }

  /** The first stream to which something is appended; null: none. */
  byte[] firstStream() throws WireException {
    for (Map.Entry<Address, StreamPart> each : streams.entrySet()) {
      if (!each.getValue().records.isEmpty()) {
        return topics.port().keys().stream(each.getKey());
      }
    }
    return null;
  }

  void addKeys(Command script) throws WireException {
    queues.values().forEach(part -> script.add(part.keys.pending()));
    for (Address topic : streams.keySet()) {
      script.add(topics.port().keys().stream(topic));
    }
  }

  void addArguments(Command script) {
    script.add(queues.size());
    queues.values().forEach(part -> part.addTo(script));
    streams.values().forEach(part -> part.addTo(script));
  }

  /** Adds them as prepare takes them, see {@link UnitPart#addTo(Command, ToLongFunction)}. */
  void addArguments(Command script, ToLongFunction<LeaseToken> ways) {
    script.add(queues.size());
    queues.values().forEach(part -> part.addTo(script, ways));
    streams.values().forEach(part -> part.addTo(script, ways));
  }

  void mintAnew(Set<String> taken) throws WireException {
    for (Stored each : jobs) {
      if (taken.contains(each.part.sends.get(each.index).id())) {
        each.part.sends.set(each.index, port.again(each.message));
      }
    }
  }

  /** The ids that its records ask for, in the order of the script. */
  List<String> recordIds() {
    List<String> ids = new ArrayList<>();
    streams.values().forEach(part -> part.records.forEach(record -> ids.add(record.id())));
    return ids;
  }

  void settled() {
    acked.forEach(each -> each.holder.settled(List.of(each.token)));
  }

  private UnitPart queue(QueueKeys queue) {
    return queues.computeIfAbsent(queue.name(), name -> new UnitPart(queue));
  }

  private StreamPart stream(Address topic) {
    return streams.computeIfAbsent(topic, t -> new StreamPart());
  }
}
