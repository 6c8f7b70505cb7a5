package io.echomq.jms.valkey;

import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Optional;

/**
 * Who has fetched records and settles them: one consumer's part in a subscription. Threads: any.
 */
interface Holder {

  /** Its part in a group; empty when the server knows nothing of what it holds. */
  Optional<GroupPart> part();

  /** These are settled, or their lease is lost: they are held no longer. */
  void settled(List<LeaseToken> tokens);

  /** Answers the tokens that were lost. */
  List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException;

  /** Answers the tokens that are lost. */
  List<LeaseToken> extend(List<LeaseToken> tokens) throws WireException;
}
