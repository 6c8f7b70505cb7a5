package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.WireException;

/**
 * What became of the last unit of a session.
 *
 * @param failure null when it was applied
 */
record FakeOutcome(long number, WireException failure) {}
