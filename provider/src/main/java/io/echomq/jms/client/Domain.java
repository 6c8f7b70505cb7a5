package io.echomq.jms.client;

import jakarta.jms.IllegalStateException;

/** Which of the three faces of the API a connection or session was made through (§2.5). */
public enum Domain {
  /** The unified API: everything is allowed. */
  BOTH,
  QUEUE,
  TOPIC;

  /** Refuses what only topics have. */
  void needsTopics(String method) throws IllegalStateException {
    if (this == QUEUE) {
      throw new IllegalStateException(
          method + " is not for the point-to-point API; use a Session or a TopicSession");
    }
  }

  /** Refuses what only queues have. */
  void needsQueues(String method) throws IllegalStateException {
    if (this == TOPIC) {
      throw new IllegalStateException(
          method + " is not for the publish/subscribe API; use a Session or a QueueSession");
    }
  }
}
