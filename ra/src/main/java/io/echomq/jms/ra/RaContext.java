package io.echomq.jms.ra;

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
import java.io.Serializable;

/**
 * The simplified API as applications of a container see it: a handle over a pooled connection, see
 * {@link RaSession}.
 *
 * <p>Threads: one thread of control.
 */
public final class RaContext implements JMSContext {
  private final RaConnection connection;
  private final RaSession session;
  private RaManagedConnection under;
  private JMSContext context;
  private boolean autoStart = true;

  private RaContext(RaConnection connection, RaSession session) {
    this.connection = connection;
    this.session = session;
  }

  static RaContext open(RaConnection connection, int mode) throws JMSException {
    return new RaContext(connection, connection.createSession(mode));
  }

  /** Over the connection that the container gives the session at this moment. */
  private JMSContext context() {
    return Restrictions.unchecked(
        () -> {
          RaManagedConnection now = session.connection();
          if (now != under) {
            context = now.context();
            under = now;
          }
          return context;
        });
  }

  private JMSConsumer consumer(JMSConsumer target) {
    session.closeWithThis(target);
    return Restrictions.restrict(target, session::forget, JMSConsumer.class);
  }

  private QueueBrowser browser(QueueBrowser target) {
    session.closeWithThis(target);
    return Restrictions.restrict(target, session::forget, QueueBrowser.class);
  }

  /** Refused: a container manages one context at a time (§6.3, of injected contexts too). */
  @Override
  public JMSContext createContext(int sessionMode) {
    throw refused("createContext");
  }

  @Override
  public JMSProducer createProducer() {
    RaProducer producer = new RaProducer(this::context);
    producer.current();
    return Restrictions.restrictCurrent(producer::current, none -> {}, JMSProducer.class);
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public boolean getTransacted() {
    return Restrictions.unchecked(session::getTransacted);
  }

  @Override
  public int getSessionMode() {
    return Restrictions.unchecked(session::getAcknowledgeMode);
  }

  private static RuntimeException refused(String method) {
    return Restrictions.runtime(Restrictions.refusal(method));
  }

  @Override
  public void commit() {
    throw refused("commit");
  }

  @Override
  public void rollback() {
    throw refused("rollback");
  }

  @Override
  public void recover() {
    throw refused("recover");
  }

  @Override
  public void acknowledge() {
    throw refused("acknowledge");
  }

  @Override
  public void setClientID(String clientId) {
    throw refused("setClientID");
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) {
    throw refused("setExceptionListener");
  }

  @Override
  public ExceptionListener getExceptionListener() {
    throw refused("getExceptionListener");
  }

  /** Pooled connections are started. */
  @Override
  public void start() {
    context();
  }

  @Override
  public void stop() {
    throw refused("stop");
  }

  @Override
  public void setAutoStart(boolean autoStart) {
    this.autoStart = autoStart;
  }

  @Override
  public boolean getAutoStart() {
    return autoStart;
  }

  @Override
  public String getClientID() {
    return context().getClientID();
  }

  @Override
  public ConnectionMetaData getMetaData() {
    return context().getMetaData();
  }

  @Override
  public BytesMessage createBytesMessage() {
    return context().createBytesMessage();
  }

  @Override
  public MapMessage createMapMessage() {
    return context().createMapMessage();
  }

  @Override
  public Message createMessage() {
    return context().createMessage();
  }

  @Override
  public ObjectMessage createObjectMessage() {
    return context().createObjectMessage();
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) {
    return context().createObjectMessage(object);
  }

  @Override
  public StreamMessage createStreamMessage() {
    return context().createStreamMessage();
  }

  @Override
  public TextMessage createTextMessage() {
    return context().createTextMessage();
  }

  @Override
  public TextMessage createTextMessage(String text) {
    return context().createTextMessage(text);
  }

  @Override
  public JMSConsumer createConsumer(Destination destination) {
    return consumer(context().createConsumer(destination));
  }

  @Override
  public JMSConsumer createConsumer(Destination destination, String selector) {
    return consumer(context().createConsumer(destination, selector));
  }

  @Override
  public JMSConsumer createConsumer(Destination destination, String selector, boolean noLocal) {
    return consumer(context().createConsumer(destination, selector, noLocal));
  }

  @Override
  public Queue createQueue(String name) {
    return context().createQueue(name);
  }

  @Override
  public Topic createTopic(String name) {
    return context().createTopic(name);
  }

  @Override
  public JMSConsumer createDurableConsumer(Topic topic, String name) {
    return consumer(context().createDurableConsumer(topic, name));
  }

  @Override
  public JMSConsumer createDurableConsumer(
      Topic topic, String name, String selector, boolean noLocal) {
    return consumer(context().createDurableConsumer(topic, name, selector, noLocal));
  }

  @Override
  public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
    return consumer(context().createSharedDurableConsumer(topic, name));
  }

  @Override
  public JMSConsumer createSharedDurableConsumer(Topic topic, String name, String selector) {
    return consumer(context().createSharedDurableConsumer(topic, name, selector));
  }

  @Override
  public JMSConsumer createSharedConsumer(Topic topic, String name) {
    return consumer(context().createSharedConsumer(topic, name));
  }

  @Override
  public JMSConsumer createSharedConsumer(Topic topic, String name, String selector) {
    return consumer(context().createSharedConsumer(topic, name, selector));
  }

  @Override
  public QueueBrowser createBrowser(Queue queue) {
    return browser(context().createBrowser(queue));
  }

  @Override
  public QueueBrowser createBrowser(Queue queue, String selector) {
    return browser(context().createBrowser(queue, selector));
  }

  @Override
  public TemporaryQueue createTemporaryQueue() {
    return Restrictions.unchecked(session::createTemporaryQueue);
  }

  @Override
  public TemporaryTopic createTemporaryTopic() {
    return Restrictions.unchecked(session::createTemporaryTopic);
  }

  @Override
  public void unsubscribe(String name) {
    context().unsubscribe(name);
  }
}
