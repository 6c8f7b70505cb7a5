package io.echomq.jms.client;

import io.echomq.jms.selector.PropertySource;
import io.echomq.jms.selector.Selector;
import io.echomq.jms.selector.SelectorSyntaxException;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;

/** Message selectors (§3.8) as filters of the port. */
public final class Selectors {
  private Selectors() {}

  /**
   * @param text null, empty or blank for none
   * @return null for none
   * @throws InvalidSelectorException naming the place
   */
  public static Filter filter(String text) throws JMSException {
    try {
      return Selector.parse(text).map(Selectors::filter).orElse(null);
    } catch (SelectorSyntaxException wrong) {
      InvalidSelectorException invalid =
          new InvalidSelectorException(wrong.getMessage(), "EMQ-SELECTOR");
      invalid.initCause(wrong);
      throw invalid;
    }
  }

  private static Filter filter(Selector selector) {
    return new Filter(
        selector.text(), selector.program(), message -> selector.matches(source(message)));
  }

  private static PropertySource source(MessageData message) {
    MessageHeader header = message.header();
    return name ->
        switch (name) {
          case "JMSDeliveryMode" -> header.persistent() ? "PERSISTENT" : "NON_PERSISTENT";
          case "JMSPriority" -> header.priority();
          case "JMSMessageID" -> header.messageId();
          case "JMSTimestamp" -> header.timestamp();
          case "JMSCorrelationID" -> header.correlationId();
          case "JMSType" -> header.type();
          default -> message.properties().get(name);
        };
  }
}
