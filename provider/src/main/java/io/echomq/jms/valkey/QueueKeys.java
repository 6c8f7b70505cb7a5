package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The keys of one queue; all carry its hash tag, so they share a cluster slot. Byte arrays are
 * shared: never write into them.
 *
 * <p>Threads: any (immutable).
 */
final class QueueKeys {
  /** The registered sub-keys of a job. */
  enum Sub {
    LOCK,
    LOGS,
    DEPENDENCIES,
    PROCESSED,
    FAILED,
    UNSUCCESSFUL;

    private final String suffix = ":" + name().toLowerCase(Locale.ROOT);
  }

  private static final Pattern DEDUPLICATION = Pattern.compile("[A-Za-z0-9._-]{1,255}");
  private static final Pattern STREAM = Pattern.compile("\\$events|[A-Za-z0-9._-]{1,128}");

  private final String name;
  private final byte[] prefix;
  private final byte[] pending;
  private final byte[] active;
  private final byte[] schedule;
  private final byte[] dead;
  private final byte[] wake;
  private final byte[] meta;
  private final byte[] ring;
  private final byte[] jobPrefix;
  private final byte[] priorities;
  private final byte[] expiry;
  private final int slot;

  /** Only {@link Keys} makes them: it has checked the name. */
  QueueKeys(String name) {
    this.name = name;
    prefix = Keys.ascii("emq:{" + name + "}:");
    pending = type("pending");
    active = type("active");
    schedule = type("schedule");
    dead = type("dead");
    wake = type("wake");
    meta = type("meta");
    ring = type("ring");
    jobPrefix = type("job:");
    priorities = type("jms:prio");
    expiry = type("jms:expiry");
    slot = Slot.of(prefix);
  }

  /** {@code q}, the hash tag. */
  String name() {
    return name;
  }

  /** {@code emq:{q}:}, from which scripts derive. */
  byte[] prefix() {
    return prefix;
  }

  /** The cluster slot of all these keys. */
  int slot() {
    return slot;
  }

  byte[] pending() {
    return pending;
  }

  byte[] active() {
    return active;
  }

  byte[] schedule() {
    return schedule;
  }

  byte[] dead() {
    return dead;
  }

  byte[] wake() {
    return wake;
  }

  byte[] meta() {
    return meta;
  }

  /** {@code metrics:completed}. */
  byte[] completed() {
    return type("metrics:completed");
  }

  /** {@code metrics:failed}. */
  byte[] failed() {
    return type("metrics:failed");
  }

  byte[] ring() {
    return ring;
  }

  /** The set of paused lanes. */
  byte[] pausedLanes() {
    return type("paused");
  }

  byte[] laneLimits() {
    return type("glimit");
  }

  byte[] laneActive() {
    return type("gactive");
  }

  byte[] laneWeights() {
    return type("gweight");
  }

  /** {@code g:<group>:pending}; a group is a branded id. */
  byte[] lane(String group) throws WireException {
    return type("g:" + BrandedId.check(group) + ":pending");
  }

  /** {@code job:}, before the id. */
  byte[] jobPrefix() {
    return jobPrefix;
  }

  /** {@code job:<id>}, the row. */
  byte[] job(String id) throws WireException {
    BrandedId.check(id);
    byte[] key = Arrays.copyOf(jobPrefix, jobPrefix.length + BrandedId.LENGTH);
    for (int i = 0; i < BrandedId.LENGTH; i++) {
      key[jobPrefix.length + i] = (byte) id.charAt(i);
    }
    return key;
  }

  /** {@code job:<id>:<sub>}. */
  byte[] job(String id, Sub sub) throws WireException {
    return type("job:" + BrandedId.check(id) + sub.suffix);
  }

  /** {@code de:<dedupId>}. */
  byte[] deduplication(String dedupId) throws WireException {
    return type("de:" + matching(DEDUPLICATION, dedupId, "deduplication id", 255));
  }

  /** {@code stream:<name>}. */
  byte[] stream(String stream) throws WireException {
    return type("stream:" + matching(STREAM, stream, "stream name", 128));
  }

  /** {@code events}, a channel and not a key. */
  byte[] events() {
    return type("events");
  }

  /** {@code jms:prio}: id to score of non-default priorities. */
  byte[] priorities() {
    return priorities;
  }

  /** {@code jms:expiry}: ids by the time they expire at. */
  byte[] expiry() {
    return expiry;
  }

  /** {@code jms:sent:<channel>}: what was last applied of a channel (hard cases, 1). */
  byte[] sent(String channel) throws WireException {
    return own("sent:" + channel);
  }

  /** {@code jms:stage:<id>}: a large body on its way. */
  byte[] stage(String id) throws WireException {
    return own("stage:" + BrandedId.check(id));
  }

  /** {@code jms:<unit>}: the type family that is ours alone. */
  byte[] own(String unit) throws WireException {
    if (unit == null || unit.length() > 4096 || !isUnit(unit)) {
      throw refused(unit, "key of the jms family", 4096);
    }
    return type("jms:" + unit);
  }

  /** A type of the grammar that has no variable part, as {@code jms:sizes}. */
  byte[] of(String type) {
    return type(type);
  }

  @Override
  public String toString() {
    return "emq:{" + name + "}:";
  }

  private byte[] type(String type) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + type.length());
    System.arraycopy(Keys.ascii(type), 0, key, prefix.length, type.length());
    return key;
  }

  private static String matching(Pattern pattern, String text, String what, int max)
      throws WireException {
    if (text == null || text.length() > max || !pattern.matcher(text).matches()) {
      throw refused(text, what, max);
    }
    return text;
  }

  private static WireException refused(String text, String what, int max) {
    return new WireException(
        WireError.INVALID_NAME,
        what + " '" + text + "': use 1 to " + max + " characters of A-Z a-z 0-9 . _ -");
  }

  /**
   * Whether our own family may be called so: parts of {@code A-Z a-z 0-9 . _ % $ -}, separated by
   * colons. By hand, since it is asked for every message.
   */
  private static boolean isUnit(String text) {
    boolean open = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean separator = c == ':';
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "._%$-".indexOf(c) >= 0;
      if (separator ? open : !plain) {
        return false;
      }
      open = separator;
    }
    return !open;
  }
}
