package io.echomq.jms.wire;

/**
 * A connection that consumes from a destination. It is known at the latest one beat after its first
 * receive, and forgotten when its lease lapses.
 *
 * @param connectionId the connection
 * @param consumers how many consumers it has there
 * @param clientId the JMS client id; null for none
 * @param host name of its machine
 * @param pid its process there
 * @param since when it connected, server ms
 */
public record ConsumerInfo(
    String connectionId, int consumers, String clientId, String host, long pid, long since) {}
