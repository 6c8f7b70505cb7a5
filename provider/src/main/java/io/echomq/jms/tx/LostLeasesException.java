package io.echomq.jms.tx;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.stream.Collectors;

/** Some messages could not be acknowledged because their lease was taken by somebody else. */
public final class LostLeasesException extends WireException {
  private static final long serialVersionUID = 1L;

  private final transient List<LeaseToken> lost;

  LostLeasesException(List<Delivery> lost) {
    super(
        WireError.STALE_LEASE,
        "the lease of "
            + lost.size()
            + " message(s) was lost and they were or will be delivered elsewhere: "
            + lost.stream().map(LostLeasesException::name).collect(Collectors.joining(", "))
            + "; all others are acknowledged. Raise the lease option if handling takes this long"
            + " without the connection to the server");
    this.lost = lost.stream().map(Delivery::token).toList();
  }

  private static String name(Delivery message) {
    return message.token().from() + " " + message.messageId();
  }

  /** The leases that were lost. */
  public List<LeaseToken> lost() {
    return lost;
  }
}
