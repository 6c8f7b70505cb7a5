package io.echomq.jms.valkey;

import io.echomq.jms.wire.Admission;
import java.util.List;

/**
 * A message as the send scripts take it.
 *
 * @param id the branded id it will be stored under
 * @param payload what is stored
 * @param score place in {@code pending}: 4 - priority
 * @param runAt server ms before which it is not delivered; 0 at once
 * @param expiresAt server ms at which it expires; 0 never
 * @param group the lane; empty for none
 * @param admission deduplication and bounds
 */
record Job(
    String id,
    byte[] payload,
    int score,
    long runAt,
    long expiresAt,
    String group,
    Admission admission) {

  /** Bodies above this many bytes stay out of Lua: 1.35 µs per KB add up. */
  static final int INLINE_BYTES = 16 * 1024;

  private static final byte[] NOTHING = {};

  /** About what it puts on the wire. */
  long bytes() {
    return payload.length + 100L;
  }

  /** True when the body travels by a staging key. */
  boolean isStaged() {
    return payload.length > INLINE_BYTES;
  }

  /** The seven arguments of a job. */
  List<Object> arguments() {
    boolean staged = isStaged();
    return List.of(
        id,
        (staged ? "s" : "v") + asked(),
        staged ? NOTHING : payload,
        score,
        runAt,
        expiresAt,
        group);
  }

  /** What stands behind the form; nothing as a rule. */
  private String asked() {
    if (!admission.isDeduplicated() && !admission.isBounded()) {
      return "";
    }
    boolean dedup = admission.isDeduplicated();
    boolean drop = admission.whenFull() == Admission.WhenFull.DROP_OLDEST;
    return " "
        + (dedup ? admission.dedupMillis() + " " + admission.dedupId() : "0 -")
        + " "
        + Math.max(0, admission.maxLength())
        + " "
        + Math.max(0, admission.maxBytes())
        + (drop ? " drop" : " refuse");
  }

  /** Adds them to a command. */
  void addTo(Command command) {
    arguments().forEach(command::add);
  }

  /** Adds the two that are all of a plain one. */
  void addShortlyTo(Command command) {
    command.add(id).add(payload);
  }

  /** True when id and payload say all; the send scripts take such jobs in a short form. */
  boolean isPlain() {
    return score == 0
        && runAt == 0
        && expiresAt == 0
        && group.isEmpty()
        && !isStaged()
        && asked().isEmpty();
  }
}
