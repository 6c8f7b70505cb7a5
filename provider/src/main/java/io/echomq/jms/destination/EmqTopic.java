package io.echomq.jms.destination;

import io.echomq.jms.wire.Address;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Topic;

/** A topic; {@code prices/audit} is the stream {@code audit} of {@code prices} (design, §1). */
public final class EmqTopic extends EmqDestination implements Topic {
  private static final long serialVersionUID = 1L;

  /** For containers, which set the name afterwards. */
  public EmqTopic() {}

  /**
   * A topic by name, with options after a {@code ?}.
   *
   * @throws InvalidDestinationException when the name breaks the grammar
   */
  public EmqTopic(String nameAndOptions) throws InvalidDestinationException {
    super(nameAndOptions);
  }

  /** The topic at this address. */
  public EmqTopic(Address address) {
    super(expect(Address.Domain.TOPIC, address));
  }

  @Override
  Address.Domain domain() {
    return Address.Domain.TOPIC;
  }

  /** The bare name, without options. */
  @Override
  public String getTopicName() {
    return getName();
  }
}
