package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.WireException;

/** Where a feed gets its messages: a queue or view, or a subscription. Threads: one at a time. */
public interface Source {

  /** The address whose wake tokens and beats concern this source. */
  Address address();

  /** True when it takes only some of the messages, so that an empty fetch says little. */
  boolean selective();

  /** Leases up to {@code max} messages; never waits for some to come. */
  Fetched fetch(int max) throws WireException;
}
