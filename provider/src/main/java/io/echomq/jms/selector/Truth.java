package io.echomq.jms.selector;

/** The three values of a condition (§3.8.1.2); only {@link #TRUE} selects a message. */
public enum Truth {
  TRUE,
  FALSE,
  UNKNOWN;

  static Truth of(Object value) {
    if (value instanceof Boolean known) {
      return known ? TRUE : FALSE;
    }
    return UNKNOWN;
  }
}
