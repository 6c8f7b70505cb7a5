package io.echomq.jms;

import io.echomq.jms.client.Replays;
import io.echomq.jms.client.Selectors;
import io.echomq.jms.config.Options;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.valkey.ValkeyConnector;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Administration;
import io.echomq.jms.wire.Administration.Hold;
import io.echomq.jms.wire.Administration.LaneChange;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.ConsumerInfo;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.InFlight;
import io.echomq.jms.wire.LaneStat;
import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.QueueStat;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Replay.Start;
import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.StoredPage;
import io.echomq.jms.wire.SubscriptionStat;
import io.echomq.jms.wire.WireException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What operators do: look at queues and messages without disturbing them, and change them.
 *
 * <pre>{@code
 * try (EchoMQAdmin admin = EchoMQAdmin.connect("valkey://localhost:6379")) {
 *   Outcome back = admin.redrive("orders", Choice.matching("region = 'EU'"));
 * }
 * }</pre>
 *
 * <p>Where a {@code queue} is named, {@code q/dead}, {@code q/schedule} and {@code q/active} name
 * its views where that makes sense. A call that changes many messages goes in steps of 100 or 500,
 * each atomic; others are served in between, and what arrives meanwhile may be left out. A call
 * that fails midway has done some steps, and can be made again.
 *
 * <p>All methods throw {@code InvalidDestinationException} with code {@code EMQ-INVALID-NAME} for a
 * name or an id that cannot be, before anything is done, and {@code JMSException} with code {@code
 * EMQ-UNAVAILABLE} when the server is away.
 *
 * <p>Threads: any.
 */
public final class EchoMQAdmin implements AutoCloseable {
  private final Administration port;

  EchoMQAdmin(Administration port) {
    this.port = port;
  }

  /**
   * Connects; to be closed.
   *
   * @param uri as a connection factory takes it
   * @throws JMSException as a connection factory throws it
   */
  public static EchoMQAdmin connect(String uri) throws JMSException {
    return get(() -> new EchoMQAdmin(new ValkeyConnector(Options.parse(uri)).administer(null)));
  }

  /** The engine behind it. */
  public ServerInfo server() {
    return port.server();
  }

  /** The server's clock. */
  public Instant now() {
    return Instant.ofEpochMilli(port.now());
  }

  /** All queues that have any key, sorted; scans all keys of the server, a thousand at a time. */
  public List<String> queues() throws JMSException {
    return get(port::queues);
  }

  /** All topics that have a stream, sorted; scans as {@link #queues}. */
  public List<String> topics() throws JMSException {
    return get(port::topics);
  }

  /** Depth of each set, lanes, oldest age, counters, consumers. */
  public QueueStat stat(String queue) throws JMSException {
    return get(() -> port.stat(Address.queue(queue)));
  }

  /**
   * What is leased, with owner and end of the lease; those that end first at the beginning.
   *
   * @param max how many at most
   */
  public List<InFlight> inFlight(String queue, int max) throws JMSException {
    return get(() -> port.inFlight(Address.queue(queue), max));
  }

  /** The connections that consume from a queue or a view. */
  public List<ConsumerInfo> consumers(String queue) throws JMSException {
    return get(() -> port.consumers(Address.queue(queue)));
  }

  /** The connections that consume from a topic. */
  public List<ConsumerInfo> topicConsumers(String topic) throws JMSException {
    return get(() -> port.consumers(Address.topic(topic)));
  }

  /** The named subscriptions of all topics, with how far they have come. */
  public List<SubscriptionStat> subscriptions() throws JMSException {
    return get(() -> port.subscriptions().list());
  }

  /** The lanes of a queue; a lane is a group of messages ({@code JMSXGroupID}). */
  public List<LaneStat> lanes(String queue, int max) throws JMSException {
    return get(() -> port.lanes(Address.queue(queue), max));
  }

  /**
   * A page of a queue or a view, in the order of consumption; groups come last, one by one.
   *
   * @param selector null: every message
   * @param cursor null for the first page, then that of the page before
   * @param max 1 to 1000; with a selector a page may be shorter, or empty with a cursor
   */
  public StoredPage browse(String queue, String selector, String cursor, int max)
      throws JMSException {
    Filter filter = Selectors.filter(selector);
    return get(() -> port.browse(new Browse(Address.queue(queue), filter, cursor, max)));
  }

  /** One message, wherever in the queue it is: in a lane, leased, dead. */
  public Optional<StoredMessage> find(String queue, String id) throws JMSException {
    String plain = Choice.ids(id).selection().ids().get(0);
    return get(() -> port.find(Address.queue(queue), plain));
  }

  /**
   * The newest messages that wait, oldest first, by the times in their ids; of a group the last
   * twenty at most. Called over and over it follows a queue; what is consumed in between is not
   * seen.
   *
   * @param after a message's id: only newer ones; null: any
   * @param max 1 to 1000
   */
  public List<StoredMessage> newest(String queue, String after, int max) throws JMSException {
    String plain = after == null ? null : Choice.ids(after).selection().ids().get(0);
    return get(() -> port.newest(Address.queue(queue), plain, max));
  }

  /** No consumer gets messages any more, what waits stays; false when it was paused already. */
  public boolean pause(String queue) throws JMSException {
    return get(() -> port.pause(Address.queue(queue)));
  }

  /** Ends {@link #pause} and wakes consumers; false when it was not paused. */
  public boolean resume(String queue) throws JMSException {
    return get(() -> port.resume(Address.queue(queue)));
  }

  /**
   * Deletes all messages of a queue that wait, in lanes too, or are scheduled; or all of a view.
   * What consumers or prepared transactions hold stays and is named in the outcome.
   */
  public Outcome purge(String queue) throws JMSException {
    return delete(queue, Choice.all(), Hold.IDLE);
  }

  /**
   * As {@link #purge(String)}, and what is held too.
   *
   * @param hold with {@link Hold#PREPARED} a prepared transaction loses its messages, and its
   *     commit is heuristically mixed
   */
  public Outcome purge(String queue, Hold hold) throws JMSException {
    return delete(queue, Choice.all(), hold);
  }

  /** Deletes messages that nobody holds. */
  public Outcome delete(String queue, Choice which) throws JMSException {
    return delete(queue, which, Hold.IDLE);
  }

  /** Deletes messages; by id wherever they are. */
  public Outcome delete(String queue, Choice which, Hold hold) throws JMSException {
    return get(() -> port.delete(Address.queue(queue), which.selection(), hold));
  }

  /**
   * Brings dead letters back into their queue, in their order. Their next delivery counts as the
   * first: {@code JMSXDeliveryCount} 1, not redelivered. (The row's {@code attempts} never falls,
   * since it fences leases; {@code returned} is raised to it.)
   */
  public Outcome redrive(String queue, Choice which) throws JMSException {
    return get(() -> port.redrive(Address.queue(queue), which.selection(), true));
  }

  /** As {@link #redrive}, with the deliveries they have had counted on. */
  public Outcome redriveCountingOn(String queue, Choice which) throws JMSException {
    return get(() -> port.redrive(Address.queue(queue), which.selection(), false));
  }

  /**
   * Moves messages that nobody holds to another queue, in their order, with id, priority, group,
   * expiry and time; their deliveries begin anew. Dead letters ({@code q/dead}) become ready there.
   */
  public Outcome move(String from, Choice which, String to) throws JMSException {
    return get(() -> port.move(Address.queue(from), which.selection(), Address.queue(to), true));
  }

  /** Puts messages that wait or are scheduled off; a time that has come makes them ready. */
  public Outcome postpone(String queue, Choice which, Instant until) throws JMSException {
    return get(() -> port.postpone(Address.queue(queue), which.selection(), until.toEpochMilli()));
  }

  /**
   * Changes {@code JMSPriority} and the place in the queue that follows from it.
   *
   * @param priority 0 (lowest) to 9
   */
  public Outcome setPriority(String queue, Choice which, int priority) throws JMSException {
    return get(() -> port.prioritize(Address.queue(queue), which.selection(), priority));
  }

  /**
   * No member of the group is delivered any more.
   *
   * @param group {@code JMSXGroupID}, or the id of the lane
   */
  public boolean pauseGroup(String queue, String group) throws JMSException {
    return tune(queue, group, LaneChange.PAUSE, 0);
  }

  /** Ends {@link #pauseGroup}. */
  public boolean resumeGroup(String queue, String group) throws JMSException {
    return tune(queue, group, LaneChange.RESUME, 0);
  }

  /**
   * Limits how many members of a group may be held at once.
   *
   * @param most 0: no limit
   */
  public boolean limitGroup(String queue, String group, int most) throws JMSException {
    return tune(queue, group, LaneChange.LIMIT, most);
  }

  /**
   * Gives a group a weight: so many messages at most in each round in which groups take turns.
   *
   * @param weight 0: the default, one
   */
  public boolean weighGroup(String queue, String group, int weight) throws JMSException {
    return tune(queue, group, LaneChange.WEIGHT, weight);
  }

  /**
   * Moves a durable subscription that nobody uses: its next message is the first at or after a
   * time. What it had not acknowledged is forgotten; what was trimmed does not come back.
   *
   * @param clientId null: a shared one without a client id
   * @param from by the server's clock
   * @throws JMSException {@code EMQ-SUBSCRIPTION-IN-USE} while it has consumers, or messages of it
   *     are not acknowledged or in a transaction; {@code InvalidDestinationException} when there is
   *     none
   */
  public void seek(String clientId, String subscription, Instant from) throws JMSException {
    seek(clientId, subscription, Replay.from(Start.AT, from.toEpochMilli()));
  }

  /**
   * As {@link #seek(String, String, Instant)}, to a time before now.
   *
   * @param back how long before
   */
  public void seekBack(String clientId, String subscription, Duration back) throws JMSException {
    seek(clientId, subscription, Replay.from(Start.AGO, back.toMillis()));
  }

  /**
   * As {@link #seek(String, String, Instant)}, to any place that the option {@code from} of a topic
   * can name: {@code beginning}, {@code now}, {@code -1h}, {@code 2026-11-01T00:00:00Z}, the id of
   * a record.
   */
  public void seek(String clientId, String subscription, String position) throws JMSException {
    seek(clientId, subscription, Replays.from(position));
  }

  private void seek(String clientId, String subscription, Replay to) throws JMSException {
    get(
        () -> {
          port.subscriptions().seek(clientId, subscription, to);
          return null;
        });
  }

  /**
   * Deletes a durable subscription, as {@code unsubscribe} does.
   *
   * @param clientId null: a shared one without a client id
   * @throws JMSException as {@link #seek(String, String, Instant)}
   */
  public void unsubscribe(String clientId, String subscription) throws JMSException {
    get(
        () -> {
          port.subscriptions().drop(clientId, subscription);
          return null;
        });
  }

  private boolean tune(String queue, String group, LaneChange change, int value)
      throws JMSException {
    return get(() -> port.tune(Address.queue(queue), group, change, value));
  }

  /** Idempotent. */
  @Override
  public void close() {
    port.close();
  }

  private interface Call<T> {
    T make() throws WireException;
  }

  private static <T> T get(Call<T> call) throws JMSException {
    try {
      return call.make();
    } catch (WireException failed) {
      throw JmsErrors.toJms(failed);
    }
  }
}
