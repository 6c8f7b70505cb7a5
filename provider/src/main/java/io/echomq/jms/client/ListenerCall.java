package io.echomq.jms.client;

import io.echomq.jms.tx.Handed;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way in which a listener gets a message and its outcome reaches the unit of work (§8.7).
 *
 * <p>Threads: the session's dispatch thread, or a server session's.
 */
final class ListenerCall {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerCall.class);

  private final SessionCore session;

  ListenerCall(SessionCore session) {
    this.session = session;
  }

  /** Never throws: a listener that does is logged and its message is redelivered as §8.7 says. */
  void call(MessageListener listener, Delivery delivery, RedeliveryPolicy policy) {
    Handed handed = new Handed(delivery, policy);
    try {
      session.unit.entering(handed);
      try {
        listener.onMessage(session.message(delivery));
      } catch (JMSException | RuntimeException | Error thrown) {
        LOG.error(
            "{}: the listener threw on {} from {} (delivery {})",
            session.name,
            delivery.messageId(),
            delivery.token().from(),
            delivery.count(),
            thrown);
        session.unit.failed(handed, thrown);
        return;
      }
      session.unit.returned(handed);
    } catch (WireException failed) {
      LOG.warn(
          "{}: {} from {} could not be settled; it comes again when its lease ends",
          session.name,
          delivery.messageId(),
          delivery.token().from(),
          failed);
    }
  }
}
