package io.echomq.jms.client;

import io.echomq.jms.xa.EmqXAResource;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.XAJMSContext;
import java.io.Serializable;

/**
 * A context whose transactions are a transaction manager's (§6.3, §6.2.7.2).
 *
 * <p>Threads: one thread of control; {@link #close} by any.
 */
public final class EmqXAContext implements XAJMSContext {
  private final EmqContext context;
  private final EmqXAResource resource;

  private EmqXAContext(EmqXAConnection connection, EmqXASession session) throws JMSException {
    this.context = EmqContext.over(connection.plain(), (EmqSession) session.getSession());
    this.resource = session.getXAResource();
  }

  /** A context over a new connection, which it closes. */
  public static EmqXAContext open(EmqXAConnection connection) throws JMSException {
    try {
      return new EmqXAContext(connection, connection.firstSession());
    } catch (JMSException refused) {
      connection.close();
      throw refused;
    }
  }

  @Override
  public JMSContext getContext() {
    return context;
  }

  @Override
  public EmqXAResource getXAResource() {
    return resource;
  }

  @Override
  public boolean getTransacted() {
    context.getTransacted();
    return true;
  }

  @Override
  public int getSessionMode() {
    context.getSessionMode();
    return JMSContext.SESSION_TRANSACTED;
  }

  /** Always refused: the transaction manager commits (§6.2.7.2). */
  @Override
  public void commit() {
    context.commit();
  }

  /** Always refused: the transaction manager rolls back (§6.2.7.2). */
  @Override
  public void rollback() {
    context.rollback();
  }

  @Override
  public void close() {
    context.close();
  }

  @Override
  public JMSContext createContext(int sessionMode) {
    return context.createContext(sessionMode);
  }

  @Override
  public JMSProducer createProducer() {
    return context.createProducer();
  }

  @Override
  public String getClientID() {
    return context.getClientID();
  }

  @Override
  public void setClientID(String clientId) {
    context.setClientID(clientId);
  }

  @Override
  public ConnectionMetaData getMetaData() {
    return context.getMetaData();
  }

  @Override
  public ExceptionListener getExceptionListener() {
    return context.getExceptionListener();
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) {
    context.setExceptionListener(listener);
  }

  @Override
  public void start() {
    context.start();
  }

  @Override
  public void stop() {
    context.stop();
  }

  @Override
  public void setAutoStart(boolean autoStart) {
    context.setAutoStart(autoStart);
  }

  @Override
  public boolean getAutoStart() {
    return context.getAutoStart();
  }

  @Override
  public BytesMessage createBytesMessage() {
    return context.createBytesMessage();
  }

  @Override
  public MapMessage createMapMessage() {
    return context.createMapMessage();
  }

  @Override
  public Message createMessage() {
    return context.createMessage();
  }

  @Override
  public ObjectMessage createObjectMessage() {
    return context.createObjectMessage();
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) {
    return context.createObjectMessage(object);
  }

  @Override
  public StreamMessage createStreamMessage() {
    return context.createStreamMessage();
  }

  @Override
  public TextMessage createTextMessage() {
    return context.createTextMessage();
  }

  @Override
  public TextMessage createTextMessage(String text) {
    return context.createTextMessage(text);
  }

  @Override
  public void recover() {
    context.recover();
  }

  @Override
  public JMSConsumer createConsumer(Destination destination) {
    return context.createConsumer(destination);
  }

  @Override
  public JMSConsumer createConsumer(Destination destination, String selector) {
    return context.createConsumer(destination, selector);
  }

  @Override
  public JMSConsumer createConsumer(Destination destination, String selector, boolean noLocal) {
    return context.createConsumer(destination, selector, noLocal);
  }

  @Override
  public Queue createQueue(String name) {
    return context.createQueue(name);
  }

  @Override
  public Topic createTopic(String name) {
    return context.createTopic(name);
  }

  @Override
  public JMSConsumer createDurableConsumer(Topic topic, String name) {
    return context.createDurableConsumer(topic, name);
  }

  @Override
  public JMSConsumer createDurableConsumer(
      Topic topic, String name, String selector, boolean noLocal) {
    return context.createDurableConsumer(topic, name, selector, noLocal);
  }

  @Override
  public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
    return context.createSharedDurableConsumer(topic, name);
  }

  @Override
  public JMSConsumer createSharedDurableConsumer(Topic topic, String name, String selector) {
    return context.createSharedDurableConsumer(topic, name, selector);
  }

  @Override
  public JMSConsumer createSharedConsumer(Topic topic, String name) {
    return context.createSharedConsumer(topic, name);
  }

  @Override
  public JMSConsumer createSharedConsumer(Topic topic, String name, String selector) {
    return context.createSharedConsumer(topic, name, selector);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue) {
    return context.createBrowser(queue);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue, String selector) {
    return context.createBrowser(queue, selector);
  }

  @Override
  public TemporaryQueue createTemporaryQueue() {
    return context.createTemporaryQueue();
  }

  @Override
  public TemporaryTopic createTemporaryTopic() {
    return context.createTemporaryTopic();
  }

  @Override
  public void unsubscribe(String name) {
    context.unsubscribe(name);
  }

  @Override
  public void acknowledge() {
    context.acknowledge();
  }
}
