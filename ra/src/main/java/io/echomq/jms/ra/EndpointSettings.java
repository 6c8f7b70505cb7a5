package io.echomq.jms.ra;

import java.io.Serializable;
import java.time.Duration;

/**
 * What a message endpoint wants, read from its activation and checked.
 *
 * @param server where it differs from the adapter's
 * @param factoryLookup JNDI name of the connection factory that knows the server; may be null
 * @param destination name with options, or the JNDI name when {@code lookup}
 * @param maxSession how many messages are worked on at the same time
 * @param setupAttempts below 0: without end
 * @param transactionTimeout seconds; 0: the container's alone
 * @param drainTimeout how long a deactivation waits for what runs, before it interrupts
 */
record EndpointSettings(
    ServerProperties server,
    String factoryLookup,
    String destination,
    boolean lookup,
    boolean topic,
    String selector,
    String clientId,
    String subscription,
    boolean durable,
    boolean shared,
    int maxSession,
    int setupAttempts,
    Duration setupInterval,
    int transactionTimeout,
    Duration drainTimeout,
    String destinationOptions)
    implements Serializable {

  /** For logs and the names of work: {@code queue orders}. */
  @Override
  public String toString() {
    return (topic ? "topic " : "queue ")
        + destination
        + (subscription == null ? "" : ", subscription " + subscription);
  }
}
