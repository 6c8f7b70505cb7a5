package io.echomq.jms.ra;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.EmqTemporaryQueue;
import io.echomq.jms.destination.EmqTemporaryTopic;
import io.echomq.jms.destination.TemporaryOwner;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The temporary destinations of a connection as applications see it, which end with it (§6.2.2 of
 * Jakarta Messaging 3.1), not with the pooled connections that they were made on.
 *
 * <p>Threads: any.
 */
final class RaTemporaries {
  private static final Logger LOG = LoggerFactory.getLogger(RaTemporaries.class);

  private final Map<EmqDestination, TemporaryOwner> made = new ConcurrentHashMap<>();

  TemporaryQueue keep(TemporaryQueue queue) {
    EmqTemporaryQueue ours = (EmqTemporaryQueue) queue;
    keep(ours, ours.owner());
    return queue;
  }

  TemporaryTopic keep(TemporaryTopic topic) {
    EmqTemporaryTopic ours = (EmqTemporaryTopic) topic;
    keep(ours, ours.owner());
    return topic;
  }

  private void keep(EmqDestination destination, TemporaryOwner owner) {
    made.entrySet().removeIf(each -> !each.getValue().ownsTemporary(each.getKey()));
    made.put(destination, owner);
  }

  /** Deletes those that the application has not; what cannot be deleted ends with its owner. */
  void delete() {
    for (Map.Entry<EmqDestination, TemporaryOwner> each : made.entrySet()) {
      try {
        each.getValue().deleteTemporary(each.getKey());
      } catch (JMSException failed) {
        LOG.debug("{} ends with the pooled connection", each.getKey(), failed);
      }
    }
    made.clear();
  }
}
