package io.echomq.jms.config;

import java.time.Duration;
import java.util.List;

/**
 * How long we wait for the server.
 *
 * @param connect for a TCP (and TLS) connection to be made
 * @param socket for the answer to one command; blocking commands are exempt
 * @param send how long a send waits for a server that is away
 * @param close how long close waits for sends in flight and for listeners
 * @param reconnectMin first pause before connecting again
 * @param reconnectMax longest pause between attempts; pauses double, jittered
 */
public record Timeouts(
    Duration connect,
    Duration socket,
    Duration send,
    Duration close,
    Duration reconnectMin,
    Duration reconnectMax) {
  public static final Option<Duration> CONNECT =
      Option.of(
          "connectTimeout",
          OptionType.duration("1ms", "1h"),
          "5s",
          "How long making a connection may take.");
  public static final Option<Duration> SOCKET =
      Option.of(
          "socketTimeout",
          OptionType.duration("10ms", "1h"),
          "10s",
          "How long the answer to one command may take; blocking commands are exempt.");
  public static final Option<Duration> SEND =
      Option.of(
          "sendTimeout",
          OptionType.duration("0ms", "1d"),
          "30s",
          "How long a send waits for a server that is away.");
  public static final Option<Duration> CLOSE =
      Option.of(
          "closeTimeout",
          OptionType.duration("0ms", "1d"),
          "15s",
          "How long close waits for what is on its way to a server; for running listeners it waits"
              + " as long as they run.");
  public static final Option<Duration> RECONNECT_MIN =
      Option.of(
          "reconnectMin",
          OptionType.duration("1ms", "1h"),
          "50ms",
          "First pause before connecting again; pauses double, with jitter.");
  public static final Option<Duration> RECONNECT_MAX =
      Option.of(
          "reconnectMax",
          OptionType.duration("1ms", "1h"),
          "5s",
          "Longest pause between two attempts to connect; at least `reconnectMin`.");

  static final List<Option<?>> OPTIONS =
      List.of(CONNECT, SOCKET, SEND, CLOSE, RECONNECT_MIN, RECONNECT_MAX);

  static Timeouts from(OptionValues values) {
    return new Timeouts(
        values.get(CONNECT),
        values.get(SOCKET),
        values.get(SEND),
        values.get(CLOSE),
        values.get(RECONNECT_MIN),
        values.get(RECONNECT_MAX));
  }
}
