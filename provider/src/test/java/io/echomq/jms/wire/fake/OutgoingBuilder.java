package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.MintedId;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Text messages for tests, as a producer would make them. */
public final class OutgoingBuilder {
  private final Broker broker;
  private final Address to;
  private final String text;
  private final Map<String, Object> properties = new LinkedHashMap<>();
  private int priority = 4;
  private long ttl;
  private long delay;

  private OutgoingBuilder(Broker broker, Address to, String text) {
    this.broker = broker;
    this.to = to;
    this.text = text;
  }

  public static OutgoingBuilder text(Broker broker, Address to, String text) {
    return new OutgoingBuilder(broker, to, text);
  }

  public OutgoingBuilder property(String name, Object value) {
    properties.put(name, value);
    return this;
  }

  public OutgoingBuilder priority(int value) {
    priority = value;
    return this;
  }

  public OutgoingBuilder ttl(long millis) {
    ttl = millis;
    return this;
  }

  public OutgoingBuilder delay(long millis) {
    delay = millis;
    return this;
  }

  public Outgoing build() throws WireException {
    MintedId id = broker.mintId(to.domain());
    long now = id.millis();
    MessageHeader header =
        new MessageHeader(
            "ID:" + id.id(),
            now,
            to,
            null,
            null,
            null,
            null,
            true,
            priority,
            ttl > 0 ? now + ttl : 0,
            now + delay);
    MessageData data = new MessageData(header, properties, new Body.Text(text));
    return new Outgoing(id.id(), to, data, false, null);
  }

  /** Sends it and waits for the answer. */
  public void send() throws WireException {
    broker.send(build()).await();
  }
}
