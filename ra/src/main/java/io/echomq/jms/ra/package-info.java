/**
 * The resource adapter: EchoMQ JMS as the messaging provider of an application server (Jakarta
 * Connectors 2.1).
 *
 * <p>Owns: the adapter, pooled connections and the handles over them, message endpoints. May
 * import: the root, {@code client}, {@code destination}, {@code xa}, {@code wire} and {@code
 * config} of the provider. Must not import: {@code valkey}, {@code codec}, {@code delivery}, any
 * Redis client.
 */
package io.echomq.jms.ra;
