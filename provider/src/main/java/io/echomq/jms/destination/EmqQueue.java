package io.echomq.jms.destination;

import io.echomq.jms.wire.Address;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Queue;

/**
 * A queue, or with {@code /dead}, {@code /schedule} or {@code /active} a view of one (design, §1).
 */
public final class EmqQueue extends EmqDestination implements Queue {
  private static final long serialVersionUID = 1L;

  /** For containers, which set the name afterwards. */
  public EmqQueue() {}

  /**
   * A queue by name, with options after a {@code ?}.
   *
   * @throws InvalidDestinationException when the name breaks the grammar
   */
  public EmqQueue(String nameAndOptions) throws InvalidDestinationException {
    super(nameAndOptions);
  }

  /** The queue at this address. */
  public EmqQueue(Address address) {
    super(expect(Address.Domain.QUEUE, address));
  }

  @Override
  Address.Domain domain() {
    return Address.Domain.QUEUE;
  }

  /** The bare name, without options. */
  @Override
  public String getQueueName() {
    return getName();
  }
}
