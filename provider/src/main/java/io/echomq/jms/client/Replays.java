package io.echomq.jms.client;

import io.echomq.jms.config.ConfigException;
import io.echomq.jms.config.DestinationOptions;
import io.echomq.jms.config.StartPosition;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Replay.Start;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.util.Optional;

/** What the options {@code from}, {@code until} and {@code last} of a topic ask for. */
public final class Replays {
  private Replays() {}

  /**
   * The replay that a destination's options ask for.
   *
   * @param now the server's time, ms
   * @throws InvalidDestinationException naming the option that is refused
   */
  static Replay of(EmqDestination destination, long now) throws JMSException {
    if (destination.getOptions().isEmpty()) {
      return Replay.NONE;
    }
    DestinationOptions options;
    try {
      options = DestinationOptions.parse(destination.nameWithOptions());
    } catch (ConfigException refused) {
      InvalidDestinationException invalid = new InvalidDestinationException(refused.getMessage());
      invalid.initCause(refused);
      throw invalid;
    }
    Replay replay = start(options);
    Optional<StartPosition> until = options.until();
    return until.isEmpty() ? replay : replay.until(until.get().millis(now));
  }

  /**
   * A replay from a place written as the option {@code from} is.
   *
   * @throws InvalidDestinationException naming what is allowed
   */
  public static Replay from(String position) throws JMSException {
    try {
      return start(DestinationOptions.parse("").with("from", position));
    } catch (ConfigException refused) {
      InvalidDestinationException invalid =
          new InvalidDestinationException(
              "'" + position + "' is no place in a topic: " + refused.remedy(), "EMQ-INVALID-NAME");
      invalid.initCause(refused);
      throw invalid;
    }
  }

  private static Replay start(DestinationOptions options) {
    if (options.last().isPresent()) {
      return Replay.from(Start.LAST, options.last().get());
    }
    StartPosition from = options.from().orElse(null);
    if (from instanceof StartPosition.Beginning) {
      return Replay.from(Start.BEGINNING, 0);
    } else if (from instanceof StartPosition.At at) {
      return Replay.from(Start.AT, at.time().toEpochMilli());
    } else if (from instanceof StartPosition.Record record) {
      return Replay.fromRecord(record.id());
    } else if (from instanceof StartPosition.Ago ago && !ago.before().isZero()) {
      return Replay.from(Start.AGO, ago.before().toMillis());
    }
    return Replay.NONE;
  }
}
