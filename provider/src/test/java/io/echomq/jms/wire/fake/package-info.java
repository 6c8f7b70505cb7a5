/**
 * A message store in memory behind the port {@link io.echomq.jms.wire.Broker}, with a clock that
 * tests move and faults that tests cause, and the contract that it shares with the real one.
 *
 * <p>{@link io.echomq.jms.wire.fake.BrokerContract} runs on both, so the fake cannot lie.
 */
package io.echomq.jms.wire.fake;
