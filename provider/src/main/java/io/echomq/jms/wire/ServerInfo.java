package io.echomq.jms.wire;

/**
 * The engine behind a connection.
 *
 * @param engine {@code valkey} or {@code redis}; a Redis is never reported as Valkey
 * @param version for example {@code 8.0.1}
 * @param runId changes with every start of the server
 * @param protocol the value of the version fence, for example {@code echomq:2.0.0}
 */
public record ServerInfo(String engine, String version, String runId, String protocol) {}
