package io.echomq.jms.examples.quickstart;

/** The message properties that sender, listeners and summary agree on. */
final class OrderProperties {
  /** Marks the messages of one run, so that a shared server's other messages are not counted. */
  static final String RUN = "run";

  /** Position of the line in the input, from 1. */
  static final String LINE = "line";

  private OrderProperties() {}
}
