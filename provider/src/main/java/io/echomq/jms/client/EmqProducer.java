package io.echomq.jms.client;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;

/** A producer of the classic API, of any domain (§7). Threads: the session's thread of control. */
final class EmqProducer implements MessageProducer, QueueSender, TopicPublisher {
  private final SessionCore session;
  private final SendPath path;
  private final LifeCycle life = new LifeCycle("the producer");

  /** Null when each send names its destination. */
  private final Target fixed;

  /** The destination of the send before, since most unidentified producers repeat it. */
  private Target last;

  private SendTerms terms = SendTerms.DEFAULT;
  private boolean disableMessageId;
  private boolean disableTimestamp;

  EmqProducer(SessionCore session, Destination destination) throws JMSException {
    this.session = session;
    this.path = new SendPath(session);
    this.fixed = destination == null ? null : Target.of(session.connection.options, destination);
  }

  private void checkOpen() throws JMSException {
    life.checkOpen();
    session.checkOpen();
  }

  private Target fixed() throws JMSException {
    checkOpen();
    if (fixed == null) {
      throw new UnsupportedOperationException(
          "this producer has no destination of its own; use a send that names one (§7.1)");
    }
    return fixed;
  }

  private Target named(Destination destination) throws JMSException {
    checkOpen();
    if (fixed != null) {
      throw new UnsupportedOperationException(
          "this producer sends to '"
              + fixed.destination()
              + "' only; create one without a destination to name it in each send (§7.1)");
    }
    if (destination == null) {
      throw new InvalidDestinationException("no destination given (null); name a queue or a topic");
    }
    if (last == null || last.destination() != destination) {
      last = Target.of(session.connection.options, destination);
    }
    return last;
  }

  private SendTerms terms(int mode, int priority, long timeToLive) throws JMSException {
    return terms.withDeliveryMode(mode).withPriority(priority).withTimeToLive(timeToLive);
  }

  @Override
  public void send(Message message) throws JMSException {
    path.send(fixed(), message, terms);
  }

  @Override
  public void send(Message message, int deliveryMode, int priority, long timeToLive)
      throws JMSException {
    path.send(fixed(), message, terms(deliveryMode, priority, timeToLive));
  }

  @Override
  public void send(Destination destination, Message message) throws JMSException {
    path.send(named(destination), message, terms);
  }

  @Override
  public void send(
      Destination destination, Message message, int deliveryMode, int priority, long timeToLive)
      throws JMSException {
    path.send(named(destination), message, terms(deliveryMode, priority, timeToLive));
  }

  @Override
  public void send(Message message, CompletionListener listener) throws JMSException {
    path.send(fixed(), message, terms, listener);
  }

  @Override
  public void send(
      Message message, int deliveryMode, int priority, long timeToLive, CompletionListener listener)
      throws JMSException {
    path.send(fixed(), message, terms(deliveryMode, priority, timeToLive), listener);
  }

  @Override
  public void send(Destination destination, Message message, CompletionListener listener)
      throws JMSException {
    path.send(named(destination), message, terms, listener);
  }

  @Override
  public void send(
      Destination destination,
      Message message,
      int deliveryMode,
      int priority,
      long timeToLive,
      CompletionListener listener)
      throws JMSException {
    path.send(named(destination), message, terms(deliveryMode, priority, timeToLive), listener);
  }

  @Override
  public void send(Queue queue, Message message) throws JMSException {
    send((Destination) queue, message);
  }

  @Override
  public void send(Queue queue, Message message, int deliveryMode, int priority, long timeToLive)
      throws JMSException {
    send((Destination) queue, message, deliveryMode, priority, timeToLive);
  }

  @Override
  public void publish(Message message) throws JMSException {
    send(message);
  }

  @Override
  public void publish(Message message, int deliveryMode, int priority, long timeToLive)
      throws JMSException {
    send(message, deliveryMode, priority, timeToLive);
  }

  @Override
  public void publish(Topic topic, Message message) throws JMSException {
    send((Destination) topic, message);
  }

  @Override
  public void publish(Topic topic, Message message, int deliveryMode, int priority, long timeToLive)
      throws JMSException {
    send((Destination) topic, message, deliveryMode, priority, timeToLive);
  }

  @Override
  public Destination getDestination() throws JMSException {
    checkOpen();
    return fixed == null ? null : fixed.destination();
  }

  @Override
  public Queue getQueue() throws JMSException {
    return getDestination() instanceof Queue queue ? queue : null;
  }

  @Override
  public Topic getTopic() throws JMSException {
    return getDestination() instanceof Topic topic ? topic : null;
  }

  /** A hint that is not taken: the id is the message's key on the server. */
  @Override
  public void setDisableMessageID(boolean value) throws JMSException {
    checkOpen();
    disableMessageId = value;
  }

  @Override
  public boolean getDisableMessageID() throws JMSException {
    checkOpen();
    return disableMessageId;
  }

  /** A hint that is not taken: the time is part of the id and costs nothing. */
  @Override
  public void setDisableMessageTimestamp(boolean value) throws JMSException {
    checkOpen();
    disableTimestamp = value;
  }

  @Override
  public boolean getDisableMessageTimestamp() throws JMSException {
    checkOpen();
    return disableTimestamp;
  }

  @Override
  public void setDeliveryMode(int deliveryMode) throws JMSException {
    checkOpen();
    terms = terms.withDeliveryMode(deliveryMode);
  }

  @Override
  public int getDeliveryMode() throws JMSException {
    checkOpen();
    return terms.deliveryMode();
  }

  @Override
  public void setPriority(int priority) throws JMSException {
    checkOpen();
    terms = terms.withPriority(priority);
  }

  @Override
  public int getPriority() throws JMSException {
    checkOpen();
    return terms.priority();
  }

  @Override
  public void setTimeToLive(long millis) throws JMSException {
    checkOpen();
    terms = terms.withTimeToLive(millis);
  }

  @Override
  public long getTimeToLive() throws JMSException {
    checkOpen();
    return terms.timeToLive();
  }

  @Override
  public void setDeliveryDelay(long millis) throws JMSException {
    checkOpen();
    terms = terms.withDeliveryDelay(millis);
  }

  @Override
  public long getDeliveryDelay() throws JMSException {
    checkOpen();
    return terms.deliveryDelay();
  }

  /** Waits for asynchronous sends; refused in a completion listener (§7.3.3). */
  @Override
  public void close() throws JMSException {
    session.refuseInCompletion("the producer's close");
    if (life.beginClose()) {
      try {
        session.drainSends();
      } finally {
        life.closed();
      }
    }
  }
}
