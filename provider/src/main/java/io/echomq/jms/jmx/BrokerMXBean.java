package io.echomq.jms.jmx;

import java.io.IOException;
import java.util.List;

/** A server and its queues: {@code io.echomq.jms:type=Broker,name=…}. */
public interface BrokerMXBean {

  /** {@code valkey 8.0.1}. */
  String getEngine();

  /** The value of the version fence. */
  String getProtocol();

  /** All queues; scans all keys of the server. */
  List<String> getQueues() throws IOException;

  /** All topics; scans all keys of the server. */
  List<String> getTopics() throws IOException;

  /** The named subscriptions, one a line: topic, client id and name, how far behind it is. */
  List<String> getSubscriptions() throws IOException;

  /**
   * Moves a durable subscription that nobody uses.
   *
   * @param clientId empty: a shared one without a client id
   * @param position {@code beginning}, {@code now}, {@code -1h}, an instant, a record's id
   */
  void seek(String clientId, String subscription, String position) throws IOException;

  /** Deletes a durable subscription that nobody uses; client id as in {@link #seek}. */
  void unsubscribe(String clientId, String subscription) throws IOException;

  /**
   * Registers an MBean for each queue that has come, and takes away those of queues that are gone.
   *
   * @return how many there are now
   */
  int refresh() throws IOException;
}
