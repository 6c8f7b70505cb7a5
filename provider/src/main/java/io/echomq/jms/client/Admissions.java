package io.echomq.jms.client;

import io.echomq.jms.config.DestinationOptions;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.wire.Admission;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import java.util.concurrent.TimeUnit;

/** What a message and its destination ask of the queue that takes it in. */
final class Admissions {

  /** Message property: a second message with the same value is not stored within the window. */
  static final String DEDUP_ID = "JMS_EchoMQ_DedupID";

  /** Message property: the window in ms, a whole number. */
  static final String DEDUP_MILLIS = "JMS_EchoMQ_DedupMillis";

  private static final long DEFAULT_WINDOW_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private Admissions() {}

  /** The bounds that a destination's options set. */
  static Admission of(EmqDestination destination) {
    if (destination.getOptions().isEmpty()) {
      return Admission.ALWAYS;
    }
    DestinationOptions options = DestinationOptions.parse(destination.nameWithOptions());
    return new Admission(
        "",
        0,
        options.maxLength(),
        options.maxBytes(),
        Admission.WhenFull.valueOf(options.onFull().name()));
  }

  /**
   * The same, with what the message says.
   *
   * @throws JMSException naming the property that is refused
   */
  static Admission of(Admission bounds, MessageData message) throws JMSException {
    Object id = message.properties().get(DEDUP_ID);
    if (id == null) {
      return bounds;
    }
    Object millis = message.properties().getOrDefault(DEDUP_MILLIS, DEFAULT_WINDOW_MILLIS);
    try {
      if (id.toString().isEmpty()) {
        throw new IllegalArgumentException("it is empty");
      }
      return new Admission(
          id.toString(),
          window(millis.toString()),
          bounds.maxLength(),
          bounds.maxBytes(),
          bounds.whenFull());
    } catch (IllegalArgumentException refused) {
      JMSException wrong =
          new JMSException(
              "properties " + DEDUP_ID + " and " + DEDUP_MILLIS + ": " + refused.getMessage(),
              "EMQ-DEDUP-ID");
      wrong.initCause(refused);
      throw wrong;
    }
  }

  private static long window(String millis) {
    try {
      return Long.parseLong(millis);
    } catch (NumberFormatException none) {
      throw new IllegalArgumentException(
          DEDUP_MILLIS + " is '" + millis + "': use a whole number of ms, 1 or more", none);
    }
  }
}
