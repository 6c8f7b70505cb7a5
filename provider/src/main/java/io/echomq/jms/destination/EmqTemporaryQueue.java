package io.echomq.jms.destination;

import io.echomq.jms.wire.Address;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;

/**
 * A temporary queue (§6.2.2): known to its owner, or just its name, as {@code JMSReplyTo} of a
 * received message has it.
 */
public final class EmqTemporaryQueue extends EmqDestination implements TemporaryQueue {
  private static final long serialVersionUID = 1L;

  /** Null in every JVM and connection but the one that made it. */
  private final transient TemporaryOwner owner;

  /** A temporary queue whose owner is elsewhere. */
  EmqTemporaryQueue(String name) throws InvalidDestinationException {
    super(name);
    this.owner = null;
  }

  /**
   * The temporary queue at this address.
   *
   * @param owner who made it; null when that is not known here
   */
  public EmqTemporaryQueue(Address address, TemporaryOwner owner) {
    super(expect(Address.Domain.QUEUE, address));
    this.owner = owner;
  }

  /** The connection that made it, which alone may consume from it; null when it is elsewhere. */
  public TemporaryOwner owner() {
    return owner;
  }

  @Override
  Address.Domain domain() {
    return Address.Domain.QUEUE;
  }

  @Override
  public String getQueueName() {
    return getName();
  }

  @Override
  public void delete() throws JMSException {
    if (owner == null) {
      throw new IllegalStateException(
          "temporary queue '" + getName() + "' can be deleted only by the connection that made it");
    }
    owner.deleteTemporary(this);
  }
}
