package io.echomq.jms.jndi;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTopic;
import jakarta.jms.InvalidDestinationException;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;

/**
 * Every queue, or every topic: the path below it is the destination's name, slashes and options
 * included ({@code dynamicQueues/orders/dead}). It lists nothing.
 */
final class DynamicDirectory implements Directory {
  static final DynamicDirectory QUEUES = new DynamicDirectory(EmqQueue::new);
  static final DynamicDirectory TOPICS = new DynamicDirectory(EmqTopic::new);

  private final Maker maker;

  private DynamicDirectory(Maker maker) {
    this.maker = maker;
  }

  /** A destination from its name. */
  private interface Maker {
    EmqDestination make(String nameAndOptions) throws InvalidDestinationException;
  }

  @Override
  public Object find(List<String> path) throws NamingException {
    try {
      return maker.make(String.join("/", path));
    } catch (InvalidDestinationException refused) {
      NamingException told = new InvalidNameException(refused.getMessage());
      told.setRootCause(refused);
      throw told;
    }
  }

  @Override
  public SortedMap<String, Object> entries() {
    return Collections.emptySortedMap();
  }
}
