package io.echomq.jms.client;

import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTopic;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
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

/**
 * A session of the classic API, of any domain (§6.2).
 *
 * <p>Threads: one thread of control; {@link #close} by any.
 */
final class EmqSession implements Session, QueueSession, TopicSession {
  private final SessionCore core;
  private final ConsumerFactory consumers;

  EmqSession(SessionCore core) {
    this.core = core;
    this.consumers = new ConsumerFactory(core);
  }

  SessionCore core() {
    return core;
  }

  @Override
  public Message createMessage() throws JMSException {
    core.checkOpen();
    return core.connection.messages.createMessage();
  }

  @Override
  public BytesMessage createBytesMessage() throws JMSException {
    core.checkOpen();
    return core.connection.messages.createBytesMessage();
  }

  @Override
  public MapMessage createMapMessage() throws JMSException {
    core.checkOpen();
    return core.connection.messages.createMapMessage();
  }

  @Override
  public ObjectMessage createObjectMessage() throws JMSException {
    return createObjectMessage(null);
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) throws JMSException {
    core.checkOpen();
    return core.connection.messages.createObjectMessage(object);
  }

  @Override
  public StreamMessage createStreamMessage() throws JMSException {
    core.checkOpen();
    return core.connection.messages.createStreamMessage();
  }

  @Override
  public TextMessage createTextMessage() throws JMSException {
    return createTextMessage(null);
  }

  @Override
  public TextMessage createTextMessage(String text) throws JMSException {
    core.checkOpen();
    return core.connection.messages.createTextMessage(text);
  }

  @Override
  public boolean getTransacted() throws JMSException {
    core.checkOpen();
    return core.unit.transacted();
  }

  @Override
  public int getAcknowledgeMode() throws JMSException {
    core.checkOpen();
    return core.mode;
  }

  @Override
  public void commit() throws JMSException {
    core.commit();
  }

  @Override
  public void rollback() throws JMSException {
    core.rollback();
  }

  @Override
  public void recover() throws JMSException {
    core.recover();
  }

  @Override
  public void close() throws JMSException {
    core.close();
  }

  @Override
  public MessageListener getMessageListener() throws JMSException {
    core.checkOpen();
    return core.loaded.listener();
  }

  /** For application servers (§12.1): serves {@link #run}, not the consumers of this session. */
  @Override
  public void setMessageListener(MessageListener listener) throws JMSException {
    core.checkOpen();
    core.loaded.listener(listener);
  }

  @Override
  public void run() {
    core.loaded.run(core.listenerCall);
  }

  @Override
  public MessageProducer createProducer(Destination destination) throws JMSException {
    core.checkOpen();
    core.connection.use();
    return new EmqProducer(core, destination);
  }

  @Override
  public QueueSender createSender(Queue queue) throws JMSException {
    core.domain.needsQueues("createSender");
    return (QueueSender) createProducer(queue);
  }

  @Override
  public TopicPublisher createPublisher(Topic topic) throws JMSException {
    core.domain.needsTopics("createPublisher");
    return (TopicPublisher) createProducer(topic);
  }

  @Override
  public MessageConsumer createConsumer(Destination destination) throws JMSException {
    return createConsumer(destination, null, false);
  }

  @Override
  public MessageConsumer createConsumer(Destination destination, String selector)
      throws JMSException {
    return createConsumer(destination, selector, false);
  }

  @Override
  public MessageConsumer createConsumer(Destination destination, String selector, boolean noLocal)
      throws JMSException {
    return consumers.consumer(destination, selector, noLocal);
  }

  @Override
  public QueueReceiver createReceiver(Queue queue) throws JMSException {
    return createReceiver(queue, null);
  }

  @Override
  public QueueReceiver createReceiver(Queue queue, String selector) throws JMSException {
    core.domain.needsQueues("createReceiver");
    return consumers.consumer(queue, selector, false);
  }

  @Override
  public TopicSubscriber createSubscriber(Topic topic) throws JMSException {
    return createSubscriber(topic, null, false);
  }

  @Override
  public TopicSubscriber createSubscriber(Topic topic, String selector, boolean noLocal)
      throws JMSException {
    core.domain.needsTopics("createSubscriber");
    return consumers.consumer(topic, selector, noLocal);
  }

  @Override
  public MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
    return createSharedConsumer(topic, name, null);
  }

  @Override
  public MessageConsumer createSharedConsumer(Topic topic, String name, String selector)
      throws JMSException {
    core.domain.needsTopics("createSharedConsumer");
    return consumers.subscriber(topic, Kind.SHARED, name, selector, false);
  }

  @Override
  public TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
    return createDurableSubscriber(topic, name, null, false);
  }

  @Override
  public TopicSubscriber createDurableSubscriber(
      Topic topic, String name, String selector, boolean noLocal) throws JMSException {
    core.domain.needsTopics("createDurableSubscriber");
    return consumers.subscriber(topic, Kind.DURABLE, name, selector, noLocal);
  }

  @Override
  public MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
    return createDurableConsumer(topic, name, null, false);
  }

  @Override
  public MessageConsumer createDurableConsumer(
      Topic topic, String name, String selector, boolean noLocal) throws JMSException {
    core.domain.needsTopics("createDurableConsumer");
    return consumers.subscriber(topic, Kind.DURABLE, name, selector, noLocal);
  }

  @Override
  public MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
    return createSharedDurableConsumer(topic, name, null);
  }

  @Override
  public MessageConsumer createSharedDurableConsumer(Topic topic, String name, String selector)
      throws JMSException {
    core.domain.needsTopics("createSharedDurableConsumer");
    return consumers.subscriber(topic, Kind.SHARED_DURABLE, name, selector, false);
  }

  @Override
  public void unsubscribe(String name) throws JMSException {
    core.checkOpen();
    core.domain.needsTopics("unsubscribe");
    core.connection.use();
    if (name == null || name.isEmpty()) {
      throw new InvalidDestinationException("a subscription needs a name of one character or more");
    }
    try {
      core.connection.broker.unsubscribe(core.connection.clientId(), name);
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }

  @Override
  public Queue createQueue(String name) throws JMSException {
    core.checkOpen();
    core.domain.needsQueues("createQueue");
    return new EmqQueue(name);
  }

  @Override
  public Topic createTopic(String name) throws JMSException {
    core.checkOpen();
    core.domain.needsTopics("createTopic");
    return new EmqTopic(name);
  }

  @Override
  public TemporaryQueue createTemporaryQueue() throws JMSException {
    core.checkOpen();
    core.domain.needsQueues("createTemporaryQueue");
    core.connection.use();
    return core.connection.temporary.queue(core.connection);
  }

  @Override
  public TemporaryTopic createTemporaryTopic() throws JMSException {
    core.checkOpen();
    core.domain.needsTopics("createTemporaryTopic");
    core.connection.use();
    return core.connection.temporary.topic(core.connection);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue) throws JMSException {
    return createBrowser(queue, null);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue, String selector) throws JMSException {
    core.checkOpen();
    core.domain.needsQueues("createBrowser");
    core.connection.use();
    return EmqBrowser.open(core, queue, selector);
  }
}
