package io.echomq.jms.ra;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTopic;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;

/** Finds what an endpoint consumes. */
final class EndpointDestination {
  private EndpointDestination() {}

  /**
   * The destination, with the options of the activation.
   *
   * @throws ResourceException when it is not there, is no destination, or is of the other kind
   */
  static Destination find(EndpointSettings settings) throws ResourceException {
    try {
      return settings.lookup()
          ? withOptions(Lookup.find("destinationLookup", settings.destination()), settings)
          : named(settings.destination(), settings);
    } catch (JMSException refused) {
      throw new InvalidPropertyException(
          "destination '" + settings.destination() + "' is refused: " + refused.getMessage(),
          refused);
    }
  }

  private static Destination withOptions(Object found, EndpointSettings settings)
      throws JMSException, ResourceException {
    boolean fits = settings.topic() ? found instanceof Topic : found instanceof Queue;
    if (!fits) {
      throw new InvalidPropertyException(
          "'"
              + settings.destination()
              + "' in JNDI is a "
              + found.getClass().getName()
              + ", destinationType says "
              + (settings.topic() ? "jakarta.jms.Topic" : "jakarta.jms.Queue"));
    }
    String name =
        found instanceof EmqDestination ours
            ? ours.nameWithOptions()
            : settings.topic() ? ((Topic) found).getTopicName() : ((Queue) found).getQueueName();
    return named(name, settings);
  }

  private static Destination named(String name, EndpointSettings settings)
      throws InvalidDestinationException {
    String options = settings.destinationOptions();
    String full = options.isEmpty() ? name : name + (name.contains("?") ? "&" : "?") + options;
    return settings.topic() ? new EmqTopic(full) : new EmqQueue(full);
  }
}
