package io.echomq.jms.wire;

import java.util.Objects;
import java.util.Set;

/**
 * Where a message goes to or comes from: a queue, a view of a queue, or a topic (wire contract,
 * "Key grammar").
 *
 * @param domain queue or topic
 * @param base the queue name {@code q} of the key grammar, which is the hash tag
 * @param part a queue's view ({@code dead}, {@code schedule}, {@code active}; empty: the queue
 *     itself), or a topic's stream name ({@code events} unless the topic's name has a slash)
 */
public record Address(Domain domain, String base, String part) {

  /** The two messaging domains. */
  public enum Domain {
    QUEUE,
    TOPIC
  }

  /** The queue name under which facts that belong to no queue are kept; never a destination. */
  public static final String RESERVED = "_jms";

  /** What the base of every temporary destination begins with. */
  public static final String TEMPORARY_PREFIX = "_tmp.";

  /** The stream of a topic whose name has no slash. */
  public static final String DEFAULT_STREAM = "events";

  private static final int MAX_NAME = 128;
  private static final Set<String> VIEWS = Set.of("", "dead", "schedule", "active");

  public Address {
    Objects.requireNonNull(domain, "domain");
    Objects.requireNonNull(base, "base");
    Objects.requireNonNull(part, "part");
  }

  /**
   * The address of a queue, or with {@code /dead}, {@code /schedule} or {@code /active} of a view.
   *
   * @throws WireException {@link WireError#INVALID_NAME} when the grammar refuses the name
   */
  public static Address queue(String name) throws WireException {
    int slash = slash(name);
    String base = slash < 0 ? name : name.substring(0, slash);
    String view = slash < 0 ? "" : name.substring(slash + 1);
    checkBase("queue", name, base);
    if (!VIEWS.contains(view) || (slash >= 0 && view.isEmpty())) {
      throw new WireException(
          WireError.INVALID_NAME,
          "queue name '"
              + name
              + "': after a slash only the views dead, schedule and active exist");
    }
    return new Address(Domain.QUEUE, base, view);
  }

  /**
   * The address of a topic; {@code prices/audit} is the stream {@code audit} of {@code prices}.
   *
   * @throws WireException {@link WireError#INVALID_NAME} when the grammar refuses the name
   */
  public static Address topic(String name) throws WireException {
    int slash = slash(name);
    String base = slash < 0 ? name : name.substring(0, slash);
    String stream = slash < 0 ? DEFAULT_STREAM : name.substring(slash + 1);
    checkBase("topic", name, base);
    if (!stream.equals("$events") && !isName(stream)) {
      throw new WireException(
          WireError.INVALID_NAME,
          "topic name '" + name + "': the part after the slash must match [A-Za-z0-9._-]{1,128}");
    }
    return new Address(Domain.TOPIC, base, stream);
  }

  /**
   * Whether the grammar allows this name: {@code [A-Za-z0-9._-]{1,128}}. By hand, since messages
   * that name a reply destination ask it.
   */
  public static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "._-".indexOf(c) >= 0;
      if (!plain) {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MAX_NAME;
  }

  /** The name as a user writes it; {@link #queue} or {@link #topic} of it is this address. */
  public String name() {
    if (part.isEmpty() || (domain == Domain.TOPIC && part.equals(DEFAULT_STREAM))) {
      return base;
    }
    return base + "/" + part;
  }

  public boolean isQueue() {
    return domain == Domain.QUEUE;
  }

  public boolean isTopic() {
    return domain == Domain.TOPIC;
  }

  /** True for {@code q/dead}, {@code q/schedule} and {@code q/active}: they refuse sends. */
  public boolean isView() {
    return isQueue() && !part.isEmpty();
  }

  public boolean isTemporary() {
    return base.startsWith(TEMPORARY_PREFIX);
  }

  /** For logs and errors: {@code queue orders}. */
  @Override
  public String toString() {
    return (isQueue() ? "queue " : "topic ") + name();
  }

  private static int slash(String name) throws WireException {
    if (name == null || name.isEmpty()) {
      throw new WireException(WireError.INVALID_NAME, "a destination needs a name, got none");
    }
    return name.indexOf('/');
  }

  private static void checkBase(String what, String name, String base) throws WireException {
    if (!isName(base)) {
      throw new WireException(
          WireError.INVALID_NAME,
          what
              + " name '"
              + name
              + "': use 1 to 128 characters of A-Z a-z 0-9 . _ - (wire contract, key grammar)");
    }
    if (base.equals("emq") || base.equals(RESERVED)) {
      throw new WireException(
          WireError.INVALID_NAME, what + " name '" + name + "' is reserved; choose another");
    }
  }
}
