package io.echomq.jms.wire;

import java.util.List;

/**
 * What an operator's call did.
 *
 * @param changed how many messages were changed
 * @param refused how many were meant and stay as they are
 * @param refusals the first hundred of these
 */
public record Outcome(long changed, long refused, List<Refusal> refusals) {

  /** How many refusals are told one by one. */
  public static final int MAX_TOLD = 100;

  public Outcome {
    refusals = List.copyOf(refusals);
  }

  /**
   * One message that stays as it is.
   *
   * @param id the job id
   * @param why {@code active} (a consumer holds it), {@code held} (a consumer of the dead letters
   *     does), {@code prepared} (a transaction does), {@code gone}, {@code exists} (in the other
   *     queue), {@code lane} (it has no priority), {@code changed} (meanwhile), or its state when
   *     that is not the one that is needed
   */
  public record Refusal(String id, String why) {}
}
