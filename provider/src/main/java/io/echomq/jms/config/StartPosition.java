package io.echomq.jms.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * A place in a topic's history: {@code beginning}, {@code now}, a time before now such as {@code
 * -1h}, an ISO-8601 time with its zone such as {@code 2026-11-01T00:00:00Z}, milliseconds since
 * 1970, or the id of a record, with or without {@code ID:}.
 */
public sealed interface StartPosition {
  /** The oldest record that is kept. */
  record Beginning() implements StartPosition {}

  /**
   * A point in time, to the millisecond.
   *
   * @param time the point
   */
  record At(Instant time) implements StartPosition {}

  /**
   * A time before the server's now; zero is now.
   *
   * @param before how long before
   */
  record Ago(Duration before) implements StartPosition {}

  /**
   * A record of the topic, itself included.
   *
   * @param id {@code EVT} and eleven digits
   */
  record Record(String id) implements StartPosition {}

  /** How positions are written in options. */
  OptionType<StartPosition> TYPE =
      new OptionType<>(
          "beginning, now, -1h, an ISO time with zone, milliseconds since 1970, or a record's EVT id",
          StartPosition::parse,
          StartPosition::format);

  /**
   * The first millisecond since 1970 that the position covers, {@code now} being the server's; 0
   * for a record.
   */
  default long millis(long now) {
    if (this instanceof At at) {
      return at.time().toEpochMilli();
    }
    return this instanceof Ago ago ? now - ago.before().toMillis() : 0;
  }

  private static StartPosition parse(String text) {
    if (text.equalsIgnoreCase("beginning")) {
      return new Beginning();
    }
    if (text.equalsIgnoreCase("now")) {
      return new Ago(Duration.ZERO);
    }
    if (text.startsWith("-")) {
      return new Ago(Durations.parse(text.substring(1)));
    }
    if (text.matches("(ID:)?EVT[0-9A-Za-z]{11}")) {
      return new Record(text.substring(text.length() - 14));
    }
    if (text.matches("\\d{1,15}")) {
      return new At(Instant.ofEpochMilli(Long.parseLong(text)));
    }
    try {
      return new At(Instant.ofEpochMilli(OffsetDateTime.parse(text).toInstant().toEpochMilli()));
    } catch (DateTimeException notATime) {
      throw new IllegalArgumentException("no such time", notATime);
    }
  }

  private static String format(StartPosition position) {
    if (position instanceof At at) {
      return at.time().toString();
    }
    if (position instanceof Record record) {
      return record.id();
    }
    if (position instanceof Ago ago) {
      return ago.before().isZero() ? "now" : "-" + Durations.format(ago.before());
    }
    return "beginning";
  }
}
