package io.echomq.jms.jndi;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTemporaryQueue;
import io.echomq.jms.destination.EmqTemporaryTopic;
import io.echomq.jms.destination.EmqTopic;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.Map;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;

/** A reference to a queue or a topic, by our class or by the interface that a container names. */
final class DestinationReference {
  /** What containers call the name, because {@code name} is that of the resource. */
  private static final String PHYSICAL_NAME = "physicalName";

  /** Each type that a reference may name, and the class that is made for it. */
  private static final Map<String, String> CLASSES =
      Map.of(
          Queue.class.getName(), EmqQueue.class.getName(),
          EmqQueue.class.getName(), EmqQueue.class.getName(),
          EmqTemporaryQueue.class.getName(), EmqTemporaryQueue.class.getName(),
          Topic.class.getName(), EmqTopic.class.getName(),
          EmqTopic.class.getName(), EmqTopic.class.getName(),
          EmqTemporaryTopic.class.getName(), EmqTemporaryTopic.class.getName());

  private DestinationReference() {}

  static boolean standsFor(Reference reference) {
    return reference.getClassName() != null && CLASSES.containsKey(reference.getClassName());
  }

  static EmqDestination resolve(Reference reference) throws NamingException {
    Reference canonical = new Reference(CLASSES.get(reference.getClassName()));
    for (Map.Entry<String, String> each : Attributes.of(reference).entrySet()) {
      String address = address(reference, each.getKey());
      if (canonical.get(address) != null) {
        throw new NamingException(
            Attributes.about(reference) + "physicalName and name are the same; keep one");
      }
      canonical.add(new StringRefAddr(address, each.getValue()));
    }
    if (canonical.get(EmqDestination.REF_NAME) == null) {
      throw new NamingException(
          Attributes.about(reference) + "it has no name; add physicalName=\"…\"");
    }
    try {
      return EmqDestination.fromReference(canonical);
    } catch (InvalidDestinationException refused) {
      NamingException told =
          new NamingException(Attributes.about(reference) + refused.getMessage());
      told.setRootCause(refused);
      throw told;
    }
  }

  private static String address(Reference reference, String attribute) throws NamingException {
    return switch (attribute) {
      case PHYSICAL_NAME, EmqDestination.REF_NAME -> EmqDestination.REF_NAME;
      case EmqDestination.REF_OPTIONS -> EmqDestination.REF_OPTIONS;
      default ->
          throw new NamingException(
              Attributes.about(reference)
                  + "there is no attribute '"
                  + attribute
                  + "'; a destination has physicalName and options");
    };
  }
}
