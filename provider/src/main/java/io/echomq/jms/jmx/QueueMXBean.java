package io.echomq.jms.jmx;

import java.io.IOException;

/**
 * A queue: {@code io.echomq.jms:type=Queue,broker=…,name=…}. All attributes but the name are of one
 * reading of the server, which is a second old at most.
 *
 * <p>Operations that change many messages answer a line such as {@code 12 changed, 1 stay: active}.
 */
public interface QueueMXBean {

  String getName();

  /** Messages that wait, lanes included. */
  long getPending() throws IOException;

  /** Leased messages. */
  long getActive() throws IOException;

  /** Messages that are delayed, or wait for a retry. */
  long getScheduled() throws IOException;

  /** Dead letters. */
  long getDead() throws IOException;

  /** Lanes (groups) that are known. */
  long getLanes() throws IOException;

  /** Age of the oldest message that waits, ms; -1 when none does. */
  long getOldestMillis() throws IOException;

  /** Messages ever acknowledged. */
  long getCompleted() throws IOException;

  /** Messages that ever became dead letters. */
  long getFailed() throws IOException;

  /** Bytes of the payloads that wait, estimated. */
  long getBytes() throws IOException;

  /** Consumers, of all processes. */
  int getConsumers() throws IOException;

  boolean isPaused() throws IOException;

  /** False when it was paused already. */
  boolean pause() throws IOException;

  /** False when it was not paused. */
  boolean resume() throws IOException;

  /** Deletes what waits and is scheduled; what is held stays. */
  String purge() throws IOException;

  /**
   * Brings dead letters back.
   *
   * @param selector empty: all
   */
  String redrive(String selector) throws IOException;

  /**
   * Moves messages that wait to another queue.
   *
   * @param selector empty: all
   */
  String move(String selector, String toQueue) throws IOException;

  /** Deletes one message that nobody holds, by its id. */
  String delete(String id) throws IOException;

  /**
   * Changes the priority of one message.
   *
   * @param priority 0 (lowest) to 9
   */
  String setPriority(String id, int priority) throws IOException;

  /** Puts one message off by so many ms from now; 0: ready at once. */
  String postpone(String id, long millis) throws IOException;

  /** The first leased messages, one a line: id, owner, ms left of the lease. */
  String[] inFlight(int max) throws IOException;
}
