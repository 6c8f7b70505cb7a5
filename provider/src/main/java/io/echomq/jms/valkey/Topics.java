package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All that has to do with topics, for the connections of one runtime.
 *
 * <p>Threads: any. Its heartbeat begins with the first use of a topic, and ends with {@link
 * #close}.
 */
final class Topics implements AutoCloseable {
  private static final long MAX_BEAT_MILLIS = 5000;

  private final TopicPort port;
  private final Links links;
  private final Options options;
  private final Supplier<ServerInfo> server;
  private final Holders holders = new Holders();
  private final RecordAcks acks;
  private final SubscriptionRegistry registry;
  private final Replays replays;
  private final LogTrimmer trimmer;
  private final Heartbeat heartbeat;
  private boolean started;

  Topics(
      TopicPort port,
      Links links,
      Options options,
      String name,
      Supplier<ServerInfo> server,
      Consumer<WireException> onFailure) {
    this.port = port;
    this.links = links;
    this.options = options;
    this.server = server;
    this.acks = new RecordAcks(port, holders);
    this.registry = new SubscriptionRegistry(port);
    this.replays = new Replays(port);
    long beat = Math.max(1, Math.min(MAX_BEAT_MILLIS, port.leaseMillis() / 3));
    this.trimmer = new LogTrimmer(port, registry, options.retention(), beat);
    this.heartbeat =
        new Heartbeat(
            name + "-topics", links, Duration.ofMillis(beat), options.timeouts(), onFailure);
    heartbeat.add(trimmer);
  }

  TopicPort port() {
    return port;
  }

  Holders holders() {
    return holders;
  }

  RecordAcks acks() {
    return acks;
  }

  SubscriptionRegistry registry() {
    return registry;
  }

  Replays replays() {
    return replays;
  }

  /** What operators do to subscriptions. */
  SubscriptionDesk desk() {
    return new SubscriptionDesk(port, replays, registry);
  }

  ServerInfo server() {
    return server.get();
  }

  /** The subscriptions of a new connection. */
  Subscriptions open(String connectionId) {
    TopicReader reader = new TopicReader(port, links, options.timeouts(), connectionId);
    Subscriptions opened = new Subscriptions(this, reader, connectionId);
    heartbeat.add(opened);
    return opened;
  }

  void close(Subscriptions subscriptions, boolean reachable) {
    heartbeat.remove(subscriptions);
    subscriptions.close(reachable);
  }

  /**
   * Sends a message, see {@link io.echomq.jms.wire.Line#send}.
   *
   * @param durability what it waits for
   * @param line of who sends
   */
  Reply<Void> send(Outgoing message, Origin from, Durability durability, ChannelLine line)
      throws WireException {
    requireSendable(message.to());
    used(message.to());
    TopicRecord record = port.codec().encode(message, from);
    byte[] stream = port.keys().stream(message.to());
    return line.submitTo(
        stream, send -> new AppendCall(port, send, message.to(), stream, record, durability));
  }

  /** A topic is in use: its retention is looked after from now on. */
  void used(Address topic) {
    trimmer.used(topic);
    synchronized (this) {
      if (!started) {
        started = true;
        heartbeat.start();
      }
    }
  }

  void requireSendable(Address address) throws WireException {
    requireTopic(address, "send to");
    if (address.part().equals(EventSubscription.PART)) {
      throw new WireException(
          WireError.INVALID_NAME,
          "send to " + address + ": lifecycle events are published by the server's clients only");
    }
  }

  void requireTopic(Address address, String doing) throws WireException {
    if (!address.isTopic()) {
      throw new WireException(WireError.INVALID_NAME, doing + " " + address + ": not a topic");
    }
  }

  /** Lifecycle events of a queue as messages. */
  EventSubscription openEvents(SubscriptionSpec spec, long serial, Runnable onClose)
      throws WireException {
    return new EventSubscription(port, links, options.timeouts(), spec, serial, onClose);
  }

  /** Everything has failed: the places of consumers are renewed no more. */
  void cease() {
    heartbeat.cease();
  }

  @Override
  public void close() {
    heartbeat.close();
  }
}
