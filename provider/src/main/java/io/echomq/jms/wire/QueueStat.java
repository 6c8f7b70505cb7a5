package io.echomq.jms.wire;

/**
 * The state of a queue; read in several steps.
 *
 * @param name its name
 * @param paused claims answer empty
 * @param pending how many messages wait, lanes included
 * @param inLanes how many of these wait in lanes
 * @param lanes how many lanes are known (10,000 at most are looked at)
 * @param active how many are leased
 * @param scheduled how many are delayed, or wait for a retry
 * @param dead how many dead letters there are
 * @param oldestMillis age of the oldest message that waits, by the time in its id; -1 when none
 *     waits
 * @param dueInMillis time until the next scheduled message is due; -1 when there is none
 * @param completed how many were ever acknowledged
 * @param failed how many ever became dead letters
 * @param bytes of all payloads that wait, estimated from the first of them: 20 outside of lanes,
 *     and those of 20 lanes
 * @param consumers how many consumers there are
 */
public record QueueStat(
    String name,
    boolean paused,
    long pending,
    long inLanes,
    long lanes,
    long active,
    long scheduled,
    long dead,
    long oldestMillis,
    long dueInMillis,
    long completed,
    long failed,
    long bytes,
    int consumers) {}
