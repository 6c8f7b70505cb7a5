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

  /**
   * Registers an MBean for each queue that has come, and takes away those of queues that are gone.
   *
   * @return how many there are now
   */
  int refresh() throws IOException;
}
