package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import java.util.List;

/**
 * What who leads does next.
 *
 * @param tend queues to look after; when there are none:
 * @param park queues to wait for
 * @param millis how long at most
 */
record WakePlan(List<Address> tend, List<Address> park, long millis) {

  /** Nothing, until told. */
  static final WakePlan REST = new WakePlan(List.of(), List.of(), -1);

  /** True when there is only time to pass. */
  boolean isNothing() {
    return tend.isEmpty() && park.isEmpty();
  }
}
