package io.echomq.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.MessageNotWriteableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The properties of one message, writeable or as received. The map of a delivery is read and never
 * written.
 */
final class MessageProperties {
  private Map<String, Object> values;
  private boolean readOnly;

  /** Belongs to the delivery, not to the message; 0: not received, or cleared. */
  private int deliveryCount;

  private MessageProperties(Map<String, Object> values, boolean readOnly, int deliveryCount) {
    this.values = values;
    this.readOnly = readOnly;
    this.deliveryCount = deliveryCount;
  }

  static MessageProperties empty() {
    return new MessageProperties(new LinkedHashMap<>(), false, 0);
  }

  static MessageProperties received(Map<String, Object> values, int deliveryCount) {
    return new MessageProperties(values, true, deliveryCount);
  }

  Object get(String name) {
    if (deliveryCount > 0 && PropertyNames.DELIVERY_COUNT.equals(name)) {
      return deliveryCount;
    }
    return values.get(name);
  }

  boolean exists(String name) {
    return (deliveryCount > 0 && PropertyNames.DELIVERY_COUNT.equals(name))
        || values.containsKey(name);
  }

  List<String> names() {
    List<String> names = new ArrayList<>(values.keySet());
    if (deliveryCount > 0 && !values.containsKey(PropertyNames.DELIVERY_COUNT)) {
      names.add(PropertyNames.DELIVERY_COUNT);
    }
    return names;
  }

  /** Sets what a client sets, after all checks. */
  void set(String name, Object value) throws JMSException {
    if (readOnly) {
      throw new MessageNotWriteableException(
          "the properties of a received message are read-only; call clearProperties() to set new"
              + " ones (§3.5.6)");
    }
    PropertyNames.checkSettable(name, value);
    values.put(name, Conversions.propertyValue(value, name));
  }

  /** Takes over a property of another provider's message, whose names are its own affair. */
  void copy(String name, Object value) throws JMSException {
    if (!PropertyNames.isSetOnReceive(name)) {
      values.put(name, Conversions.propertyValue(value, name));
    }
  }

  void clear() {
    values = new LinkedHashMap<>();
    readOnly = false;
    deliveryCount = 0;
  }

  /** What is sent: never changed afterwards. */
  Map<String, Object> snapshot() {
    if (readOnly) {
      return values;
    }
    return values.isEmpty() ? Map.of() : new LinkedHashMap<>(values);
  }
}
