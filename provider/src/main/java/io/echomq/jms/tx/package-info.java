/**
 * Units of work: what a session does with the messages it handed out and the messages it sends, by
 * acknowledge mode (Jakarta Messaging 3.1, §6.2).
 *
 * <p>Owns: {@link io.echomq.jms.tx.UnitOfWork} and one small class for each mode. May import:
 * {@code wire}. Must not import: {@code jakarta.jms}, {@code delivery}, any Redis client.
 */
package io.echomq.jms.tx;
