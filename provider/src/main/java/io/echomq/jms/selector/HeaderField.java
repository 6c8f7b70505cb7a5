package io.echomq.jms.selector;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The header fields that a selector may name (§3.8.1.1), and where each stands in the header line
 * of a payload. This is the only place that knows both.
 */
public enum HeaderField {
  DELIVERY_MODE("JMSDeliveryMode", "mode", "dm"),
  PRIORITY("JMSPriority", "priority", "pr"),
  MESSAGE_ID("JMSMessageID", "id", "id"),
  TIMESTAMP("JMSTimestamp", "time", "ts"),
  CORRELATION_ID("JMSCorrelationID", "text", "c"),
  TYPE("JMSType", "text", "t");

  /** The key of the header line under which the properties stand. */
  static final String PROPERTIES_KEY = "p";

  private final String identifier;
  private final String operation;
  private final String key;

  HeaderField(String identifier, String operation, String key) {
    this.identifier = identifier;
    this.operation = operation;
    this.key = key;
  }

  /** The name in selectors. */
  public String identifier() {
    return identifier;
  }

  /** How the server's evaluator reads it: see {@link SelectorProgram}. */
  String operation() {
    return operation;
  }

  /** Its key in the header line. */
  String key() {
    return key;
  }

  static Optional<HeaderField> named(String identifier) {
    return Arrays.stream(values()).filter(f -> f.identifier.equals(identifier)).findFirst();
  }

  /** Whether a name is neither a property's nor one of these fields'. */
  static boolean isForbidden(String identifier) {
    return identifier.startsWith("JMS")
        && !identifier.startsWith("JMSX")
        && !identifier.startsWith("JMS_")
        && named(identifier).isEmpty();
  }

  static String allNames() {
    return Arrays.stream(values()).map(HeaderField::identifier).collect(Collectors.joining(", "));
  }
}
