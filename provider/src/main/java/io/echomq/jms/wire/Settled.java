package io.echomq.jms.wire;

import java.util.List;

/**
 * The outcome of acknowledgements.
 *
 * @param lost tokens whose lease somebody else has taken: their message will be or was processed
 *     elsewhere. All others of the call are acknowledged, or their row was already gone.
 */
public record Settled(List<LeaseToken> lost) {
  public static final Settled ALL = new Settled(List.of());
}
