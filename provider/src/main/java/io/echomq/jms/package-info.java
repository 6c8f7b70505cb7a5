/**
 * The connection factories: the one place where the parts are put together.
 *
 * <p>Owns: {@link io.echomq.jms.EchoMQConnectionFactory} and its twin for distributed transactions.
 * May import: everything below. Must not import: {@code jndi}.
 */
package io.echomq.jms;
