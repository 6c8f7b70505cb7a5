package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import java.util.List;

/**
 * What the waker's thread does next.
 *
 * @param tend queues to look after; when there are none:
 * @param park queues to wait for
 * @param millis how long at most
 */
record WakePlan(List<Address> tend, List<Address> park, long millis) {}
