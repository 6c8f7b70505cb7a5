/**
 * The port to the message store, and the plain records that cross it.
 *
 * <p>Owns: {@link io.echomq.jms.wire.Broker} and what it takes and answers, {@link
 * io.echomq.jms.wire.WireException}. May import: nothing of ours. Must not import: {@code
 * jakarta.jms}, any Redis client.
 */
package io.echomq.jms.wire;
