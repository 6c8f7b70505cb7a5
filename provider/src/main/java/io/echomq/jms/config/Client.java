package io.echomq.jms.config;

import java.time.Duration;
import java.util.List;

/**
 * What connections of this factory are and allow.
 *
 * @param clientId the JMS client identifier (§6.1.2); empty for none
 * @param acknowledgeMode what a session created with no vendor mode does in CLIENT_ACKNOWLEDGE
 * @param trustedPackages packages whose classes object bodies may hold besides JDK value types
 * @param protocolVersions values of the version fence that we join
 * @param nodeLease how long a 10-bit node id is held without a heartbeat
 * @param maxConnections most pooled connections to one server
 * @param events whether lifecycle events are published
 */
public record Client(
    String clientId,
    AcknowledgeMode acknowledgeMode,
    List<String> trustedPackages,
    List<String> protocolVersions,
    Duration nodeLease,
    int maxConnections,
    boolean events) {

  /** What {@code CLIENT_ACKNOWLEDGE} acknowledges. */
  public enum AcknowledgeMode {
    /** All that the session has consumed, as §6.2.10 says. */
    NONE,
    /** Only the message that {@code acknowledge} is called on. */
    INDIVIDUAL
  }

  private enum Switch {
    OFF,
    ON
  }

  public static final Option<String> CLIENT_ID =
      Option.of(
          "clientId",
          OptionType.TEXT,
          "",
          "JMS client identifier of every connection of the factory; needed for durable"
              + " subscriptions.");
  public static final Option<AcknowledgeMode> ACKNOWLEDGE_MODE =
      Option.of(
          "acknowledgeMode",
          OptionType.oneOf(AcknowledgeMode.class),
          "none",
          "`individual` makes CLIENT_ACKNOWLEDGE acknowledge one message, not all consumed so"
              + " far.");
  public static final Option<List<String>> TRUSTED_PACKAGES =
      Option.of(
          "trustedPackages",
          OptionType.listOf(
              "packages",
              s -> s.matches("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*")),
          "",
          "Packages (with subpackages) whose classes object messages may hold; JDK value types are"
              + " always allowed.");
  public static final Option<List<String>> PROTOCOL_VERSIONS =
      Option.of(
          "protocolVersions",
          OptionType.listOf(
              "versions such as echomq:2.0.0", s -> s.matches("[a-z]+:\\d+\\.\\d+\\.\\d+")),
          "echomq:2.0.0",
          "Values of `{emq}:version` that we join; any other is refused.");
  public static final Option<Duration> NODE_LEASE =
      Option.of(
          "nodeLease",
          OptionType.duration("1s", "1d"),
          "60s",
          "How long a connection may be cut off before its node id can be somebody else's.");
  public static final Option<Integer> MAX_CONNECTIONS =
      Option.of(
          "maxConnections",
          OptionType.integer(1, 10_000),
          "16",
          "Most pooled connections to one server, used for claims and administration.");
  public static final Option<Boolean> EVENTS =
      Option.of(
          "events",
          new OptionType<>(
              OptionType.oneOf(Switch.class).label(),
              s -> OptionType.oneOf(Switch.class).parse(s) == Switch.ON,
              on -> on ? "on" : "off"),
          "off",
          "Whether lifecycle events are published on `emq:{q}:events`.");

  static final List<Option<?>> OPTIONS =
      List.of(
          CLIENT_ID,
          ACKNOWLEDGE_MODE,
          TRUSTED_PACKAGES,
          PROTOCOL_VERSIONS,
          NODE_LEASE,
          MAX_CONNECTIONS,
          EVENTS);

  static Client from(OptionValues values) {
    return new Client(
        values.get(CLIENT_ID),
        values.get(ACKNOWLEDGE_MODE),
        values.get(TRUSTED_PACKAGES),
        values.get(PROTOCOL_VERSIONS),
        values.get(NODE_LEASE),
        values.get(MAX_CONNECTIONS),
        values.get(EVENTS));
  }
}
