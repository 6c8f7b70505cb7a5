package io.echomq.jms.valkey;

import io.echomq.jms.codec.EventCodec;
import io.echomq.jms.config.Timeouts;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel {@code emq:{q}:events} as topic {@code q/$events}: a map message for each lifecycle
 * event, at most once (wire contract, "The Bus").
 *
 * <p>Threads: its own daemon thread {@code emq-<queue>-events} alone reads the link; {@link #fetch}
 * by one at a time, the rest by any.
 */
final class EventSubscription implements Subscription, Holder {
  /** The part of the topic's name after the slash. */
  static final String PART = "$events";

  private static final Logger LOG = LoggerFactory.getLogger(EventSubscription.class);
  private static final int MAX_BUFFERED = 10_000;

  private final TopicPort port;
  private final Links links;
  private final SubscriptionSpec spec;
  private final long serial;
  private final Runnable onClose;
  private final Reconnect reconnect;
  private final ArrayDeque<Delivery> events = new ArrayDeque<>();
  private final GivenBack givenBack = new GivenBack();
  private volatile Runnable wake = () -> {};
  private volatile Link link;
  private volatile boolean closed;
  private boolean dropping;
  private long count;

  /** Has subscribed when this returns. */
  EventSubscription(
      TopicPort port,
      Links links,
      Timeouts timeouts,
      SubscriptionSpec spec,
      long serial,
      Runnable onClose)
      throws WireException {
    this.port = port;
    this.links = links;
    this.spec = spec;
    this.serial = serial;
    this.onClose = onClose;
    this.reconnect = new Reconnect(timeouts);
    connect();
    Thread thread = new Thread(this::run, "emq-" + spec.topic().base() + "-events");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public Address topic() {
    return spec.topic();
  }

  @Override
  public Fetched fetch(int max) throws WireException {
    if (closed) {
      throw new WireException(WireError.CLOSED, "this consumer is closed");
    }
    List<Delivery> found = givenBack.take(max);
    synchronized (events) {
      while (found.size() < max && !events.isEmpty()) {
        found.add(events.poll());
      }
    }
    return new Fetched(found, givenBack.dueInMillis(), false);
  }

  private void run() {
    while (!closed) {
      try {
        if (link.isBroken()) {
          connect();
          reconnect.succeeded();
        }
        receive(link.read(0));
      } catch (WireException lost) {
        if (!closed) {
          LOG.warn("{}: events may be missed: {}", spec.topic(), lost.getMessage());
          pause(reconnect.nextPauseMillis());
        }
      }
    }
  }

  private void connect() throws WireException {
    Link made = links.dedicated("events");
    link = made;
    made.call(Command.of("SUBSCRIBE", port.names().of(spec.topic()).events()));
  }

  private void receive(Object reply) throws WireException {
    if (!(reply instanceof List<?> message)
        || message.size() != 3
        || !Replies.toText(message.get(0)).equals("message")) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>(EventCodec.read((byte[]) message.get(2)));
    long now = port.clock().now();
    MessageHeader none = MessageHeader.EMPTY;
    MessageHeader header =
        new MessageHeader(
            "ID:" + port.mint().next(BrandedId.EVENT),
            now,
            spec.topic(),
            null,
            null,
            null,
            null,
            false,
            none.priority(),
            0,
            now);
    MessageData data = new MessageData(header, Map.of(), new Body.Fields(fields));
    if (spec.filter() == null || spec.filter().check().test(data)) {
      keep(data);
      wake.run();
    }
  }

  private void keep(MessageData data) {
    synchronized (events) {
      if (events.size() >= MAX_BUFFERED) {
        if (!dropping) {
          LOG.warn("{}: the consumer is too slow, the oldest events are dropped", spec.topic());
        }
        dropping = true;
        events.poll();
      } else if (events.isEmpty()) {
        dropping = false;
      }
      LeaseToken token = new LeaseToken(spec.topic(), "", "0-" + ++count, serial);
      events.add(new Delivery(token, data, 1, Long.MAX_VALUE));
    }
  }

  private void pause(long millis) {
    synchronized (events) {
      try {
        if (!closed) {
          events.wait(millis);
        }
      } catch (InterruptedException stray) {
        LOG.debug("{} was interrupted and goes on", spec.topic(), stray);
      }
    }
  }

  @Override
  public void onReady(Runnable listener) {
    wake = listener;
    listener.run();
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
  public List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    List<GiveBack> back = new ArrayList<>(messages);
    if (back.removeIf(each -> each.verdict() == Verdict.DEAD)) {
      LOG.warn("{}: an event that could not be processed is dropped", spec.topic());
    }
    givenBack.add(back);
    wake.run();
    return List.of();
  }

  @Override
  public List<LeaseToken> extend(List<LeaseToken> tokens) {
    return List.of();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    link.close();
    synchronized (events) {
      events.notifyAll();
    }
    onClose.run();
  }
}
