package io.echomq.jms.client;

import io.echomq.jms.xa.EmqXAResource;
import io.echomq.jms.xa.XaBranches;
import io.echomq.jms.xa.XaUnit;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicSession;
import java.io.Serializable;

/**
 * A session whose transactions are a transaction manager's, of any domain (§6.2.7.2). In a branch
 * its work belongs to the branch; outside, messages are acknowledged automatically.
 *
 * <p>Threads: one thread of control; {@link #close} by any.
 */
final class EmqXASession implements XASession, XAQueueSession, XATopicSession {
  private final EmqSession session;
  private final EmqXAResource resource;

  /**
   * @param session made with a unit of work from {@link #wrapper}
   */
  EmqXASession(EmqSession session, XaBranches branches) {
    this.session = session;
    SessionCore core = session.core();
    this.resource = new EmqXAResource(branches, (XaUnit) core.unit, core.id);
  }

  static SessionCore.UnitWrapper wrapper(XaBranches branches) {
    return (unit, holdings) -> new XaUnit(unit, holdings, branches);
  }

  @Override
  public Session getSession() throws JMSException {
    session.core().checkOpen();
    return session;
  }

  @Override
  public QueueSession getQueueSession() throws JMSException {
    session.core().checkOpen();
    return session;
  }

  @Override
  public TopicSession getTopicSession() throws JMSException {
    session.core().checkOpen();
    return session;
  }

  @Override
  public EmqXAResource getXAResource() {
    return resource;
  }

  @Override
  public boolean getTransacted() throws JMSException {
    session.core().checkOpen();
    return true;
  }

  @Override
  public int getAcknowledgeMode() throws JMSException {
    session.core().checkOpen();
    return Session.SESSION_TRANSACTED;
  }

  /** Always refused: the transaction manager commits (§6.2.7.2). */
  @Override
  public void commit() throws JMSException {
    session.commit();
  }

  /** Always refused: the transaction manager rolls back (§6.2.7.2). */
  @Override
  public void rollback() throws JMSException {
    session.rollback();
  }

  @Override
  public BytesMessage createBytesMessage() throws JMSException {
    return session.createBytesMessage();
  }

  @Override
  public MapMessage createMapMessage() throws JMSException {
    return session.createMapMessage();
  }

  @Override
  public Message createMessage() throws JMSException {
    return session.createMessage();
  }

  @Override
  public ObjectMessage createObjectMessage() throws JMSException {
    return session.createObjectMessage();
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) throws JMSException {
    return session.createObjectMessage(object);
  }

  @Override
  public StreamMessage createStreamMessage() throws JMSException {
    return session.createStreamMessage();
  }

  @Override
  public TextMessage createTextMessage() throws JMSException {
    return session.createTextMessage();
  }

  @Override
  public TextMessage createTextMessage(String text) throws JMSException {
    return session.createTextMessage(text);
  }

  @Override
  public void close() throws JMSException {
    session.close();
  }

  @Override
  public void recover() throws JMSException {
    session.recover();
  }

  @Override
  public MessageListener getMessageListener() throws JMSException {
    return session.getMessageListener();
  }

  @Override
  public void setMessageListener(MessageListener listener) throws JMSException {
    session.setMessageListener(listener);
  }

  @Override
  public void run() {
    session.run();
  }

  @Override
  public MessageProducer createProducer(Destination destination) throws JMSException {
    return session.createProducer(destination);
  }

  @Override
  public MessageConsumer createConsumer(Destination destination) throws JMSException {
    return session.createConsumer(destination);
  }

  @Override
  public MessageConsumer createConsumer(Destination destination, String selector)
      throws JMSException {
    return session.createConsumer(destination, selector);
  }

  @Override
  public MessageConsumer createConsumer(Destination destination, String selector, boolean noLocal)
      throws JMSException {
    return session.createConsumer(destination, selector, noLocal);
  }

  @Override
  public MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
    return session.createSharedConsumer(topic, name);
  }

  @Override
  public MessageConsumer createSharedConsumer(Topic topic, String name, String selector)
      throws JMSException {
    return session.createSharedConsumer(topic, name, selector);
  }

  @Override
  public Queue createQueue(String name) throws JMSException {
    return session.createQueue(name);
  }

  @Override
  public Topic createTopic(String name) throws JMSException {
    return session.createTopic(name);
  }

  @Override
  public TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
    return session.createDurableSubscriber(topic, name);
  }

  @Override
  public TopicSubscriber createDurableSubscriber(
      Topic topic, String name, String selector, boolean noLocal) throws JMSException {
    return session.createDurableSubscriber(topic, name, selector, noLocal);
  }

  @Override
  public MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
    return session.createDurableConsumer(topic, name);
  }

  @Override
  public MessageConsumer createDurableConsumer(
      Topic topic, String name, String selector, boolean noLocal) throws JMSException {
    return session.createDurableConsumer(topic, name, selector, noLocal);
  }

  @Override
  public MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
    return session.createSharedDurableConsumer(topic, name);
  }

  @Override
  public MessageConsumer createSharedDurableConsumer(Topic topic, String name, String selector)
      throws JMSException {
    return session.createSharedDurableConsumer(topic, name, selector);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue) throws JMSException {
    return session.createBrowser(queue);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue, String selector) throws JMSException {
    return session.createBrowser(queue, selector);
  }

  @Override
  public TemporaryQueue createTemporaryQueue() throws JMSException {
    return session.createTemporaryQueue();
  }

  @Override
  public TemporaryTopic createTemporaryTopic() throws JMSException {
    return session.createTemporaryTopic();
  }

  @Override
  public void unsubscribe(String name) throws JMSException {
    session.unsubscribe(name);
  }
}
