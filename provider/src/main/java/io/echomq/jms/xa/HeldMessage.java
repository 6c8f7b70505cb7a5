package io.echomq.jms.xa;

import io.echomq.jms.tx.Handed;
import io.echomq.jms.tx.Holdings;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A message that a branch acknowledges.
 *
 * @param holdings of the session that received it
 */
record HeldMessage(Handed message, Holdings holdings) {
  LeaseToken token() {
    return message.delivery().token();
  }

  /**
   * Its way back.
   *
   * @param reason for {@code last_error}; may be null
   */
  GiveBack back(String reason) {
    double random = ThreadLocalRandom.current().nextDouble();
    return message.policy().giveBack(message.delivery(), reason, random);
  }
}
