package io.echomq.jms.tx;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;

/**
 * A message in the hands of the application.
 *
 * @param delivery what was handed over
 * @param policy what becomes of it when it is not acknowledged
 */
public record Handed(Delivery delivery, RedeliveryPolicy policy) {}
