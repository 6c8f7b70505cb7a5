package io.echomq.jms.wire;

/**
 * A lane of a queue: the messages of one group.
 *
 * @param lane its branded id
 * @param pending how many wait
 * @param active how many are leased
 * @param limit the most that may be leased at once; 0: no limit
 * @param weight 0: the default
 * @param paused it is not served
 */
public record LaneStat(
    String lane, long pending, int active, int limit, int weight, boolean paused) {}
