package io.echomq.jms.client;

import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.message.EmqMessage;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MintedId;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Outgoing.SentBy;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a message from {@code send} to the unit of work (§7).
 *
 * <p>Threads: the session's thread of control.
 */
final class SendPath {
  private static final Logger LOG = LoggerFactory.getLogger(SendPath.class);

  private final SessionCore session;

  SendPath(SessionCore session) {
    this.session = session;
  }

  /**
   * Stores the message; returns when it is stored (persistent) or on its way (non-persistent), or
   * with the transaction.
   */
  void send(Target target, Message message, SendTerms terms) throws JMSException {
    Reply<Void> reply = submit(target, message, terms);
    if (terms.deliveryMode() == DeliveryMode.PERSISTENT || reply.isDone()) {
      await(reply);
      return;
    }
    reply.whenDone(
        (done, failure) -> {
          if (failure != null) {
            LOG.warn("{}: a non-persistent message to {} was lost", session.name, target, failure);
          }
        });
    session.inFlight.add(reply);
  }

  /** Stores the message and calls the listener later, on the session's callback thread (§7.3). */
  void send(Target target, Message message, SendTerms terms, CompletionListener listener)
      throws JMSException {
    if (listener == null) {
      throw new IllegalArgumentException("an asynchronous send needs a CompletionListener");
    }
    session.completions.expect();
    Reply<Void> reply;
    try {
      reply = submit(target, message, terms);
    } catch (JMSException | RuntimeException refused) {
      session.completions.unexpect();
      throw refused;
    }
    reply.whenDone(
        (done, failure) ->
            session.completions.submit(
                () -> {
                  if (failure == null) {
                    listener.onCompletion(message);
                  } else {
                    listener.onException(message, JmsErrors.toJms(failure));
                  }
                }));
    session.inFlight.add(reply);
  }

  private Reply<Void> submit(Target target, Message message, SendTerms terms) throws JMSException {
    session.connection.use();
    if (message == null) {
      throw new MessageFormatException("the message is null; there is nothing to send");
    }
    Broker broker = session.connection.broker;
    try {
      MintedId id = broker.mintId(target.address().domain());
      EmqMessage own = session.connection.messages.adapt(message);
      stamp(own, target, terms, id);
      if (own != message) {
        stamp(message, target, terms, id);
      }
      MessageData data = own.toData();
      return session.unit.send(
          new Outgoing(
              id.id(),
              target.address(),
              data,
              target.raw(),
              target.durability(),
              Admissions.of(target.bounds(), data),
              session.isManaged() ? sentBy() : null));
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }

  private SentBy sentBy() throws JMSException {
    return new SentBy(session.connection.broker.connectionId(), session.connection.clientId());
  }

  /** What send sets, whatever the application had set (§3.4, table of header fields). */
  private static void stamp(Message message, Target target, SendTerms terms, MintedId id)
      throws JMSException {
    long deliveryTime = after(id, terms.deliveryDelay());
    message.setJMSDestination(target.destination());
    message.setJMSMessageID("ID:" + id.id());
    message.setJMSTimestamp(id.millis());
    message.setJMSDeliveryMode(terms.deliveryMode());
    message.setJMSPriority(terms.priority());
    message.setJMSDeliveryTime(deliveryTime);
    message.setJMSExpiration(terms.timeToLive() == 0 ? 0 : after(id, terms.timeToLive()));
  }

  /** The time of the message and so many ms; the last time there is when that is beyond it. */
  private static long after(MintedId id, long millis) {
    return millis > Long.MAX_VALUE - id.millis() ? Long.MAX_VALUE : id.millis() + millis;
  }

  private static void await(Reply<Void> reply) throws JMSException {
    try {
      reply.await();
    } catch (WireException failed) {
      throw JmsErrors.toJms(failed);
    }
  }
}
