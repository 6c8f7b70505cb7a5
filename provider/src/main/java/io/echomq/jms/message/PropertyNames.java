package io.echomq.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.Locale;
import java.util.Set;

/** Which property names a client may set, and to what (§3.5.1, §3.5.9). */
final class PropertyNames {
  static final String DELIVERY_COUNT = "JMSXDeliveryCount";
  static final String GROUP_ID = "JMSXGroupID";
  static final String GROUP_SEQ = "JMSXGroupSeq";

  private static final Set<String> SET_ON_RECEIVE =
      Set.of(
          DELIVERY_COUNT, "JMSXProducerTXID", "JMSXConsumerTXID", "JMSXRcvTimestamp", "JMSXState");

  private static final Set<String> RESERVED =
      Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

  private PropertyNames() {}

  /** True for names that belong to one delivery of a message and are never part of it. */
  static boolean isSetOnReceive(String name) {
    return SET_ON_RECEIVE.contains(name);
  }

  /**
   * Checks a name and its value before it is set.
   *
   * @throws IllegalArgumentException when the name is null, empty or no identifier of selectors
   * @throws MessageNotWriteableException when only the provider may set it
   * @throws MessageFormatException when the value is not of the type that the name demands
   */
  static void checkSettable(String name, Object value) throws JMSException {
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException("a property needs a name (§3.5.1)");
    }
    if (!isIdentifier(name)) {
      throw new IllegalArgumentException(
          "property name '"
              + name
              + "' must be a Java identifier, so that selectors can name it (§3.5.1)");
    }
    if (RESERVED.contains(name.toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "property name '" + name + "' is a word of the selector language; choose another");
    }
    if (name.startsWith("JMS")) {
      checkDefined(name, value);
    }
  }

  private static void checkDefined(String name, Object value) throws JMSException {
    if (isSetOnReceive(name)) {
      throw new MessageNotWriteableException(
          "property " + name + " is set by the provider on receive (§3.5.9)");
    }
    if (!name.startsWith("JMSX") && !name.startsWith("JMS_")) {
      throw new IllegalArgumentException(
          "property name '"
              + name
              + "': names that begin with JMS are reserved (§3.5.1); header fields have setters of"
              + " their own");
    }
    if (name.equals(GROUP_ID) && value != null && !(value instanceof String)) {
      throw new MessageFormatException("property " + GROUP_ID + " must be a String (§3.5.9)");
    }
    if (name.equals(GROUP_SEQ) && value != null && !(value instanceof Integer)) {
      throw new MessageFormatException("property " + GROUP_SEQ + " must be an int (§3.5.9)");
    }
  }

  private static boolean isIdentifier(String name) {
    if (!Character.isJavaIdentifierStart(name.codePointAt(0))) {
      return false;
    }
    return name.codePoints().allMatch(Character::isJavaIdentifierPart);
  }
}
