/**
 * Distributed transactions: branches, their states, and the {@code XAResource} that a transaction
 * manager drives (Jakarta Messaging 3.1, §6.2.7.2; the XA specification).
 *
 * <p>Owns: {@link io.echomq.jms.xa.XaBranches}, which outlives connections, and {@link
 * io.echomq.jms.xa.XaUnit}, what a session does in and outside a branch. May import: {@code tx},
 * {@code wire}. Must not import: {@code jakarta.jms}, {@code delivery}, any Redis client.
 */
package io.echomq.jms.xa;
