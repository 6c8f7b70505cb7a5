package io.echomq.jms.selector;

/** What a selector may ask of a message. */
@FunctionalInterface
public interface PropertySource {

  /**
   * The value of a property, or of a header field that selectors know ({@link HeaderField}).
   *
   * @param name a property's name, or {@code JMSPriority}, {@code JMSDeliveryMode} (the text {@code
   *     PERSISTENT} or {@code NON_PERSISTENT}) and so on
   * @return a Boolean, Byte, Short, Integer, Long, Float, Double or String as it was set; null when
   *     absent
   */
  Object get(String name);
}
