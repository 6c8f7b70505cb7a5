package io.echomq.jms.wire;

import java.util.List;
import java.util.stream.Stream;

/**
 * The outcome of acknowledgements. All tokens of the call that are in neither list are
 * acknowledged.
 *
 * @param lost tokens whose lease somebody else has taken: their message will be or was processed
 *     elsewhere
 * @param gone tokens whose row was gone before this call: settled by an earlier call with the same
 *     token; or, when there was none, by somebody who had taken the lease or by an operator
 */
public record Settled(List<LeaseToken> lost, List<LeaseToken> gone) {
  public static final Settled ALL = new Settled(List.of(), List.of());

  /** All are acknowledged but these, which are {@link #lost}. */
  public static Settled ofLost(List<LeaseToken> lost) {
    return lost.isEmpty() ? ALL : new Settled(lost, List.of());
  }

  /** Both lists: what a caller that settles each token once has lost. */
  public List<LeaseToken> lostOrGone() {
    if (lost.isEmpty() || gone.isEmpty()) {
      // Nearly always both: this is asked for every message that is consumed.
      return lost.isEmpty() ? gone : lost;
    }
    return Stream.concat(lost.stream(), gone.stream()).toList();
  }
}
