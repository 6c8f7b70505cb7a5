package io.echomq.jms.ra;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session as applications of a container see it: a handle over a pooled connection. In a
 * transaction it takes part in it; outside it acknowledges automatically. Only what Jakarta EE
 * forbids is refused.
 *
 * <p>Threads: one thread of control; the container moves it to another connection between calls.
 */
public final class RaSession implements QueueSession, TopicSession {
  private static final Logger LOG = LoggerFactory.getLogger(RaSession.class);

  private final List<AutoCloseable> made = new CopyOnWriteArrayList<>();
  private volatile RaManagedConnection connection;
  private Runnable onClose = () -> {};
  private RaTemporaries temporaries = new RaTemporaries();

  RaSession(RaManagedConnection connection) {
    this.connection = connection;
  }

  /** Whose session this is: what is told of its close, and keeps its temporary destinations. */
  void belongsTo(RaTemporaries destinations, Runnable closing) {
    temporaries = destinations;
    onClose = closing;
  }

  /** Closes all that was made here, but not the handle itself. */
  void closeMade() {
    for (AutoCloseable each : made) {
      try {
        each.close();
      } catch (Exception failed) {
        LOG.warn("{} could not be closed in order", each, failed);
      }
    }
    made.clear();
  }

  void moveTo(RaManagedConnection wanted) {
    RaManagedConnection before = connection;
    if (before != null && before != wanted) {
      closeMade();
      before.dissociate(this);
    }
    connection = wanted;
  }

  RaManagedConnection connection() throws JMSException {
    RaManagedConnection known = connection;
    if (known == null) {
      throw new IllegalStateException("the session is closed", "EMQ-CLOSED");
    }
    return known;
  }

  private Session session() throws JMSException {
    return connection().session().getSession();
  }

  private QueueSession queues() throws JMSException {
    return (QueueSession) session();
  }

  private TopicSession topics() throws JMSException {
    return (TopicSession) session();
  }

  private <T extends AutoCloseable> T keep(T one) {
    made.add(one);
    return one;
  }

  private MessageConsumer consumer(MessageConsumer target) {
    return Restrictions.restrict(
        keep(target),
        made::remove,
        MessageConsumer.class,
        QueueReceiver.class,
        TopicSubscriber.class);
  }

  private MessageProducer producer(MessageProducer target) {
    return Restrictions.restrict(
        keep(target), made::remove, MessageProducer.class, QueueSender.class, TopicPublisher.class);
  }

  private QueueBrowser browser(QueueBrowser target) {
    return Restrictions.restrict(keep(target), made::remove, QueueBrowser.class);
  }

  /** Keeps something that must be closed with this handle. */
  void closeWithThis(AutoCloseable one) {
    made.add(one);
  }

  void forget(AutoCloseable one) {
    made.remove(one);
  }

  /** The container takes the connection away. */
  void abandon() {
    closeMade();
    connection = null;
  }

  @Override
  public void close() {
    RaManagedConnection before = connection;
    if (before != null) {
      closeMade();
      connection = null;
      try {
        before.handleClosed(this);
      } finally {
        onClose.run();
      }
    }
  }

  @Override
  public boolean getTransacted() throws JMSException {
    return connection().session().getSession().getTransacted();
  }

  /** False too when there is no connection below any more. */
  boolean isTransacted() {
    try {
      return getTransacted();
    } catch (JMSException closed) {
      LOG.debug("{} is in no transaction", this, closed);
      return false;
    }
  }

  @Override
  public int getAcknowledgeMode() throws JMSException {
    return getTransacted() ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE;
  }

  @Override
  public void commit() throws JMSException {
    throw Restrictions.refusal("commit");
  }

  @Override
  public void rollback() throws JMSException {
    throw Restrictions.refusal("rollback");
  }

  @Override
  public void recover() throws JMSException {
    throw Restrictions.refusal("recover");
  }

  @Override
  public MessageListener getMessageListener() throws JMSException {
    throw Restrictions.refusal("getMessageListener");
  }

  @Override
  public void setMessageListener(MessageListener listener) throws JMSException {
    throw Restrictions.refusal("setMessageListener");
  }

  @Override
  public void run() {
    throw Restrictions.runtime(Restrictions.refusal("run"));
  }

  @Override
  public BytesMessage createBytesMessage() throws JMSException {
    return session().createBytesMessage();
  }

  @Override
  public MapMessage createMapMessage() throws JMSException {
    return session().createMapMessage();
  }

  @Override
  public Message createMessage() throws JMSException {
    return session().createMessage();
  }

  @Override
  public ObjectMessage createObjectMessage() throws JMSException {
    return session().createObjectMessage();
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) throws JMSException {
    return session().createObjectMessage(object);
  }

  @Override
  public StreamMessage createStreamMessage() throws JMSException {
    return session().createStreamMessage();
  }

  @Override
  public TextMessage createTextMessage() throws JMSException {
    return session().createTextMessage();
  }

  @Override
  public TextMessage createTextMessage(String text) throws JMSException {
    return session().createTextMessage(text);
  }

  @Override
  public MessageProducer createProducer(Destination destination) throws JMSException {
    return producer(session().createProducer(destination));
  }

  @Override
  public MessageConsumer createConsumer(Destination destination) throws JMSException {
    return consumer(session().createConsumer(destination));
  }

  @Override
  public MessageConsumer createConsumer(Destination destination, String selector)
      throws JMSException {
    return consumer(session().createConsumer(destination, selector));
  }

  @Override
  public MessageConsumer createConsumer(Destination destination, String selector, boolean noLocal)
      throws JMSException {
    return consumer(session().createConsumer(destination, selector, noLocal));
  }

  @Override
  public MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
    return consumer(session().createSharedConsumer(topic, name));
  }

  @Override
  public MessageConsumer createSharedConsumer(Topic topic, String name, String selector)
      throws JMSException {
    return consumer(session().createSharedConsumer(topic, name, selector));
  }

  @Override
  public Queue createQueue(String name) throws JMSException {
    return session().createQueue(name);
  }

  @Override
  public Topic createTopic(String name) throws JMSException {
    return session().createTopic(name);
  }

  @Override
  public TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
    return (TopicSubscriber) consumer(session().createDurableSubscriber(topic, name));
  }

  @Override
  public TopicSubscriber createDurableSubscriber(
      Topic topic, String name, String selector, boolean noLocal) throws JMSException {
    return (TopicSubscriber)
        consumer(session().createDurableSubscriber(topic, name, selector, noLocal));
  }

  @Override
  public MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
    return consumer(session().createDurableConsumer(topic, name));
  }

  @Override
  public MessageConsumer createDurableConsumer(
      Topic topic, String name, String selector, boolean noLocal) throws JMSException {
    return consumer(session().createDurableConsumer(topic, name, selector, noLocal));
  }

  @Override
  public MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
    return consumer(session().createSharedDurableConsumer(topic, name));
  }

  @Override
  public MessageConsumer createSharedDurableConsumer(Topic topic, String name, String selector)
      throws JMSException {
    return consumer(session().createSharedDurableConsumer(topic, name, selector));
  }

  @Override
  public QueueBrowser createBrowser(Queue queue) throws JMSException {
    return browser(session().createBrowser(queue));
  }

  @Override
  public QueueBrowser createBrowser(Queue queue, String selector) throws JMSException {
    return browser(session().createBrowser(queue, selector));
  }

  @Override
  public TemporaryQueue createTemporaryQueue() throws JMSException {
    return temporaries.keep(session().createTemporaryQueue());
  }

  @Override
  public TemporaryTopic createTemporaryTopic() throws JMSException {
    return temporaries.keep(session().createTemporaryTopic());
  }

  @Override
  public void unsubscribe(String name) throws JMSException {
    session().unsubscribe(name);
  }

  @Override
  public QueueReceiver createReceiver(Queue queue) throws JMSException {
    return (QueueReceiver) consumer(queues().createReceiver(queue));
  }

  @Override
  public QueueReceiver createReceiver(Queue queue, String selector) throws JMSException {
    return (QueueReceiver) consumer(queues().createReceiver(queue, selector));
  }

  @Override
  public QueueSender createSender(Queue queue) throws JMSException {
    return (QueueSender) producer(queues().createSender(queue));
  }

  @Override
  public TopicSubscriber createSubscriber(Topic topic) throws JMSException {
    return (TopicSubscriber) consumer(topics().createSubscriber(topic));
  }

  @Override
  public TopicSubscriber createSubscriber(Topic topic, String selector, boolean noLocal)
      throws JMSException {
    return (TopicSubscriber) consumer(topics().createSubscriber(topic, selector, noLocal));
  }

  @Override
  public TopicPublisher createPublisher(Topic topic) throws JMSException {
    return (TopicPublisher) producer(topics().createPublisher(topic));
  }
}
