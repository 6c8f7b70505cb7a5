package io.echomq.jms.client;

import io.echomq.jms.delivery.Dispatcher;
import io.echomq.jms.delivery.Feed;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.message.EmqMessage;
import io.echomq.jms.tx.Handed;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer: a feed, and the way from a delivery to the application (§8).
 *
 * <p>Threads: receive by the session's thread of control, {@link #handle} by the dispatch thread,
 * {@link #close} by any.
 */
final class ConsumerCore implements Dispatcher.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerCore.class);

  /**
   * A receive whose feed is closed ends by itself; only a stuck call to the server takes longer.
   */
  private static final long CLOSE_WAIT_MILLIS = 2000;

  private final SessionCore session;
  private final Feed feed;
  private final Address address;
  private final RedeliveryPolicy policy;
  private final String selector;
  private final LifeCycle life = new LifeCycle("the consumer");
  private final Receives receives = new Receives();
  private volatile MessageListener listener;

  ConsumerCore(
      SessionCore session, Feed feed, Address address, RedeliveryPolicy policy, String selector) {
    this.session = session;
    this.feed = feed;
    this.address = address;
    this.policy = policy;
    this.selector = selector;
  }

  void checkOpen() throws JMSException {
    life.checkOpen();
    session.checkOpen();
  }

  Address address() {
    return address;
  }

  String selector() {
    return selector;
  }

  MessageListener listener() {
    return listener;
  }

  void setListener(MessageListener wanted) throws JMSException {
    checkOpen();
    boolean had = listener != null;
    if (wanted == null && had) {
      session.undispatch(feed);
    }
    listener = wanted;
    if (wanted != null && !had) {
      session.dispatch(feed, this);
    }
  }

  /**
   * @param timeoutMillis below 0 for ever, 0 does not wait
   * @return null when the time is over or the consumer is closed meanwhile
   */
  Message receive(long timeoutMillis) throws JMSException {
    receives.begin();
    try {
      Delivery delivery = take(timeoutMillis);
      return delivery != null && received(delivery) ? session.message(delivery) : null;
    } finally {
      receives.end();
    }
  }

  /**
   * Receives the body of the next message; a message whose body is not of the type stays with the
   * provider as if it had not been delivered, where the session acknowledges by itself (§8.6).
   */
  <T> T receiveBody(Class<T> type, long timeoutMillis) throws JMSException {
    receives.begin();
    try {
      return takeBody(type, timeoutMillis);
    } finally {
      receives.end();
    }
  }

  private <T> T takeBody(Class<T> type, long timeoutMillis) throws JMSException {
    Delivery delivery = take(timeoutMillis);
    if (delivery == null) {
      return null;
    }
    EmqMessage message = session.message(delivery);
    try {
      // isBodyAssignableTo is true for a message without a body; receiveBody refuses it (§8.6).
      if (!message.hasBody() || !message.isBodyAssignableTo(type)) {
        throw new MessageFormatException(
            message.getJMSMessageID() + " has no body that is a " + type.getName(),
            "EMQ-BODY-TYPE");
      }
      T body = message.getBody(type);
      return received(delivery) ? body : null;
    } catch (MessageFormatException mismatch) {
      if (session.acknowledgesItself()) {
        feed.unread(delivery);
      } else {
        received(delivery);
      }
      throw mismatch;
    }
  }

  private Delivery take(long timeoutMillis) throws JMSException {
    checkOpen();
    if (listener != null) {
      throw new IllegalStateException(
          "this consumer has a message listener; receive cannot be called beside it (§8.7)");
    }
    session.refuseInCompletion("receive");
    try {
      return feed.next(timeoutMillis);
    } catch (WireException failed) {
      throw JmsErrors.toJms(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw JmsErrors.toJms(
          new WireException(WireError.INTERRUPTED, "receive was interrupted", interrupted));
    }
  }

  /** False when the session was closed in between: the message was given back, unseen. */
  private boolean received(Delivery delivery) throws JMSException {
    try {
      session.unit.received(new Handed(delivery, policy));
      return true;
    } catch (WireException failed) {
      if (failed.error() != WireError.CLOSED) {
        throw JmsErrors.toJms(failed);
      }
      session.giveBackUnseen(delivery);
      return false;
    }
  }

  @Override
  public void handle(Delivery delivery) {
    session.listenerCall.call(listener, delivery, policy);
  }

  @Override
  public void failed(WireException failure) {
    LOG.error("{}: consuming {} has ended", session.name, address, failure);
  }

  /** What is buffered and was not handed out. */
  List<Delivery> drain() {
    return feed.drain();
  }

  /**
   * Ends a blocked receive, waits for a running listener of this consumer (but not when called by
   * it), gives back what is buffered. What was handed out stays with the session (§8.8).
   */
  void close() throws JMSException {
    if (!life.beginClose()) {
      return;
    }
    try {
      session.undispatch(feed);
      closeFeed();
    } finally {
      session.forget(this);
      life.closed();
    }
  }

  /** The part of {@link #close} that a closing session needs. */
  void closeFeed() {
    feed.close();
    receives.awaitNone(CLOSE_WAIT_MILLIS);
  }
}
