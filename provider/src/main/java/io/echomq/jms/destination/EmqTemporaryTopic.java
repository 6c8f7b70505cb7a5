package io.echomq.jms.destination;

import io.echomq.jms.wire.Address;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryTopic;

/**
 * A temporary topic (§6.2.2): known to its owner, or just its name, as {@code JMSReplyTo} of a
 * received message has it.
 */
public final class EmqTemporaryTopic extends EmqDestination implements TemporaryTopic {
  private static final long serialVersionUID = 1L;

  /** Null in every JVM and connection but the one that made it. */
  private final transient TemporaryOwner owner;

  /** A temporary topic whose owner is elsewhere. */
  EmqTemporaryTopic(String name) throws InvalidDestinationException {
    super(name);
    this.owner = null;
  }

  /**
   * The temporary topic at this address.
   *
   * @param owner who made it; null when that is not known here
   */
  public EmqTemporaryTopic(Address address, TemporaryOwner owner) {
    super(expect(Address.Domain.TOPIC, address));
    this.owner = owner;
  }

  /** The connection that made it, which alone may consume from it; null when it is elsewhere. */
  public TemporaryOwner owner() {
    return owner;
  }

  @Override
  Address.Domain domain() {
    return Address.Domain.TOPIC;
  }

  @Override
  public String getTopicName() {
    return getName();
  }

  @Override
  public void delete() throws JMSException {
    if (owner == null) {
      throw new IllegalStateException(
          "temporary topic '" + getName() + "' can be deleted only by the connection that made it");
    }
    owner.deleteTemporary(this);
  }
}
