package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An unshared, non-durable subscription: a position in the stream, no group. What it needs comes
 * from the one read of its connection; when it lags, from reads of its own.
 *
 * <p>Threads: {@link #fetch} by one at a time, the rest by any.
 */
final class PlainSubscription implements Subscription, Holder, Watcher {
  /** Records that one fetch looks at when none of them is for its consumer. */
  private static final int MOST_LOOKED_AT = 512;

  private final TopicPort port;
  private final Address topic;
  private final byte[] stream;
  private final long serial;
  private final RecordFilter filter;
  private final long untilMillis;
  private final TopicReader reader;
  private final PlainBuffer buffer;
  private final Subscriptions owner;
  private final ReadSize size = new ReadSize();
  private final RawOrigins rawOrigins;
  private final GivenBack givenBack = new GivenBack();
  private volatile Runnable wake = () -> {};
  private volatile boolean closed;

  /**
   * What was read and is for this consumer, beyond what a fetch asked for: a reader that fits its
   * reads to what is asked for would take the records between two matches one by one.
   */
  private final ArrayDeque<Delivery> ahead = new ArrayDeque<>();

  /** True once a record behind the end of the replay was seen. */
  private boolean ended;

  /**
   * @param untilMillis records after this time are not delivered; -1: it never ends
   */
  PlainSubscription(
      TopicPort port,
      Address topic,
      long serial,
      RecordFilter filter,
      StreamId start,
      long untilMillis,
      TopicReader reader,
      Subscriptions owner)
      throws WireException {
    this.port = port;
    this.topic = topic;
    this.stream = port.keys().stream(topic);
    this.serial = serial;
    this.filter = filter;
    this.untilMillis = untilMillis;
    this.reader = reader;
    this.owner = owner;
    this.rawOrigins = new RawOrigins(port, topic);
    this.buffer = new PlainBuffer(this, start);
    reader.open(topic, buffer);
  }

  @Override
  public Address topic() {
    return topic;
  }

  @Override
  public Fetched fetch(int max) throws WireException {
    return fetch(max, false);
  }

  @Override
  public Fetched fetchNow(int max) throws WireException {
    return fetch(max, true);
  }

  private Fetched fetch(int max, boolean sure) throws WireException {
    if (closed) {
      throw new WireException(WireError.CLOSED, "this consumer is closed");
    }
    List<Delivery> found = givenBack.take(max);
    long dueIn = givenBack.dueInMillis();
    if (dueIn >= 0) {
      reader.wakeAt(topic, buffer, dueIn);
    }
    int looked = 0;
    while (takeAhead(found, max) && !ended && looked < MOST_LOOKED_AT) {
      List<StreamRecord> records = buffered(sure);
      if (records.isEmpty()) {
        break;
      }
      looked += records.size();
      accept(records);
    }
    return new Fetched(found, dueIn, looked > 0 && found.isEmpty());
  }

  /** True when there is room for more. */
  private boolean takeAhead(List<Delivery> found, int max) {
    while (found.size() < max && !ahead.isEmpty()) {
      found.add(ahead.poll());
    }
    return found.size() < max;
  }

  /** The next records of the stream, whomever they are for; empty when there are none. */
  private List<StreamRecord> buffered(boolean sure) throws WireException {
    List<StreamRecord> records = buffer.take(MOST_LOOKED_AT);
    if (!records.isEmpty()) {
      return records;
    }
    if (buffer.lags()) {
      return catchUp();
    }
    if (!sure) {
      return records;
    }
    buffer.merge(read(buffer.position(), size.count()));
    return buffer.take(MOST_LOOKED_AT);
  }

  /** Reads on for itself; at the end of the stream it is in step with the others again. */
  private List<StreamRecord> catchUp() throws WireException {
    while (true) {
      StreamId mark = reader.mark(topic);
      StreamId from = buffer.position();
      int count = size.count();
      List<StreamRecord> records = read(from, count);
      StreamId reached = records.isEmpty() ? from : records.get(records.size() - 1).id();
      records.forEach(record -> buffer.advance(record.id()));
      if (records.size() < count) {
        // All up to the mark was read or is deleted.
        reached = StreamId.max(reached, mark);
        buffer.advance(reached);
        if (!reader.rejoin(topic, buffer, reached) && records.isEmpty()) {
          continue;
        }
      }
      return records;
    }
  }

  private List<StreamRecord> read(StreamId from, int count) throws WireException {
    Command range = Command.of("XRANGE", stream, "(" + from, "+", "COUNT", count);
    Object reply = port.calls().repeatable(link -> link.call(range));
    List<StreamRecord> records = StreamRecord.readAll(reply, topic, port.codec());
    size.learn(records);
    return records;
  }

  private void accept(List<StreamRecord> records) throws WireException {
    Map<StreamId, String> origins = filter.noLocal() ? rawOrigins.of(records) : Map.of();
    for (StreamRecord record : records) {
      if (untilMillis >= 0 && record.id().millis() > untilMillis) {
        ended = true;
        return;
      }
      if (filter.accepts(record, origins)) {
        LeaseToken token = new LeaseToken(topic, "", record.id().toString(), serial);
        ahead.add(new Delivery(token, record.message(), 1, Long.MAX_VALUE));
      }
    }
  }

  @Override
  public void onReady(Runnable listener) {
    wake = listener;
    listener.run();
  }

  @Override
  public void ready() {
    wake.run();
  }

  @Override
  public void returned() {
    wake.run();
  }

  @Override
  public Optional<GroupPart> part() {
    return Optional.empty();
  }

  @Override
  public void settled(List<LeaseToken> tokens) {
    // Nobody else gets it, and it is forgotten here.
  }

  @Override
  public List<LeaseToken> extend(List<LeaseToken> tokens) {
    return List.of();
  }

  @Override
  public List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    List<GiveBack> back = new ArrayList<>();
    for (GiveBack each : messages) {
      if (each.verdict() == Verdict.DEAD) {
        bury(each);
      } else if (!closed) {
        back.add(each);
      }
    }
    givenBack.add(back);
    return List.of();
  }

  private void bury(GiveBack dead) throws WireException {
    String job = port.mint().next(BrandedId.JOB);
    byte[] payload = port.codec().deadLetter(dead.delivery(), "", job);
    String reason = dead.reason() == null ? "" : dead.reason();
    ScriptCall call =
        new ScriptCall(
            port.script("bury-record"),
            List.of(port.names().of(topic).dead()),
            List.of(job, dead.delivery().count(), payload, reason));
    port.calls().repeatable(call);
    port.buried(topic);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      reader.unwatch(topic, buffer);
      owner.closed(serial);
    }
  }
}
