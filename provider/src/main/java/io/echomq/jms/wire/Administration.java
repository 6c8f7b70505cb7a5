package io.echomq.jms.wire;

import java.util.List;
import java.util.Optional;

/**
 * What operators need of the message store. Reading disturbs nothing; what changes many messages
 * goes in bounded steps, so that others are served in between, and so is no snapshot.
 *
 * <p>Every method throws {@link WireError#INVALID_NAME} for an address or an id that does not fit,
 * before anything is done, and {@link WireError#UNAVAILABLE} when the server is away.
 *
 * <p>Threads: safe for use by any thread.
 */
public interface Administration extends AutoCloseable {

  ServerInfo server();

  /** The server's clock, ms. */
  long now();

  /** The names of all queues that have any key, temporary ones too, sorted. Scans all keys. */
  List<String> queues() throws WireException;

  /** The names of all topics that have a record or a subscription, sorted. Scans all keys. */
  List<String> topics() throws WireException;

  /** The state of a queue. */
  QueueStat stat(Address queue) throws WireException;

  /** The leased messages of a queue, those whose lease ends first at the beginning. */
  List<InFlight> inFlight(Address queue, int max) throws WireException;

  /** The connections that consume from a queue, a view or a topic. */
  List<ConsumerInfo> consumers(Address destination) throws WireException;

  /** The lanes of a queue that hold messages, or are paused, limited or weighed. */
  List<LaneStat> lanes(Address queue, int max) throws WireException;

  /** A page of a queue or a view, in the order of consumption; lanes come last, one by one. */
  StoredPage browse(Browse request) throws WireException;

  /** One message, wherever in the queue it is. */
  Optional<StoredMessage> find(Address queue, String id) throws WireException;

  /**
   * The newest messages that wait, oldest first, by the times in their ids; of a lane the last
   * twenty at most, of a thousand lanes.
   *
   * @param after a job id: only newer ones; null: any
   */
  List<StoredMessage> newest(Address queue, String after, int max) throws WireException;

  /** Claims answer empty from now on; false when it was so already. */
  boolean pause(Address queue) throws WireException;

  /** Ends {@link #pause}; false when there was none. */
  boolean resume(Address queue) throws WireException;

  /**
   * Deletes messages of a queue (those that wait, in lanes too, are scheduled or leased), or of one
   * of its views.
   *
   * @param hold what may be deleted although somebody holds it
   */
  Outcome delete(Address from, Selection which, Hold hold) throws WireException;

  /**
   * Brings dead letters back into their queue, in their order.
   *
   * @param countAnew true: their next delivery counts as the first
   */
  Outcome redrive(Address queue, Selection which, boolean countAnew) throws WireException;

  /**
   * Moves messages that nobody holds to another queue, in their order and under their ids.
   *
   * @param from a queue (what waits, in lanes too), or a view
   */
  Outcome move(Address from, Selection which, Address to, boolean countAnew) throws WireException;

  /**
   * Puts messages off.
   *
   * @param from a queue (what waits, in lanes too), or its view {@code schedule}
   * @param untilMillis server ms; past: they are ready at once
   */
  Outcome postpone(Address from, Selection which, long untilMillis) throws WireException;

  /**
   * Changes the priority.
   *
   * @param priority 0 to 9
   */
  Outcome prioritize(Address from, Selection which, int priority) throws WireException;

  /**
   * Pauses, resumes, limits or weighs a lane.
   *
   * @param group the text of {@code JMSXGroupID}, or the branded id of the lane
   * @param value with {@link LaneChange#LIMIT} and {@link LaneChange#WEIGHT}: 1 or more, 0 takes it
   *     away
   * @return false when it was so already
   */
  boolean tune(Address queue, String group, LaneChange change, int value) throws WireException;

  /** What is done to named subscriptions of topics. */
  SubscriptionAdministration subscriptions() throws WireException;

  /** Idempotent. */
  @Override
  void close();

  /** What may be deleted although somebody holds it. */
  enum Hold {
    /** Nothing that anybody holds. */
    IDLE,
    /** What consumers hold: they find their lease lost. */
    LEASED,
    /** Even what a prepared transaction holds: its commit will be heuristically mixed. */
    PREPARED
  }

  /** What can be done to a lane. */
  enum LaneChange {
    PAUSE,
    RESUME,
    LIMIT,
    WEIGHT
  }
}
