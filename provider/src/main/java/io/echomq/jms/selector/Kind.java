package io.echomq.jms.selector;

/** What can be known of an expression's type before there is a message. */
enum Kind {
  /** An identifier: whatever the message holds. */
  ANY,
  STRING,
  NUMBER,
  /** A boolean literal or a condition. */
  BOOLEAN;

  boolean mayBe(Kind other) {
    return this == ANY || this == other;
  }

  /** Whether a message could make the two comparable (§3.8.1.1). */
  boolean mayEqual(Kind other) {
    return mayBe(other) || other == ANY;
  }
}
