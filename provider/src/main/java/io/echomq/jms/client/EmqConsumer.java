package io.echomq.jms.client;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;

/** A consumer of the classic API, of any domain (§8). Threads: as {@link ConsumerCore}. */
final class EmqConsumer implements MessageConsumer, QueueReceiver, TopicSubscriber {
  final ConsumerCore core;
  private final jakarta.jms.Destination destination;
  private final boolean noLocal;

  EmqConsumer(ConsumerCore core, jakarta.jms.Destination destination, boolean noLocal) {
    this.core = core;
    this.destination = destination;
    this.noLocal = noLocal;
  }

  @Override
  public String getMessageSelector() throws JMSException {
    core.checkOpen();
    return core.selector();
  }

  @Override
  public MessageListener getMessageListener() throws JMSException {
    core.checkOpen();
    return core.listener();
  }

  @Override
  public void setMessageListener(MessageListener listener) throws JMSException {
    core.setListener(listener);
  }

  @Override
  public Message receive() throws JMSException {
    return core.receive(-1);
  }

  @Override
  public Message receive(long timeoutMillis) throws JMSException {
    return core.receive(ContextConsumer.patience(timeoutMillis));
  }

  @Override
  public Message receiveNoWait() throws JMSException {
    return core.receive(0);
  }

  @Override
  public Queue getQueue() throws JMSException {
    core.checkOpen();
    return destination instanceof Queue queue ? queue : null;
  }

  @Override
  public Topic getTopic() throws JMSException {
    core.checkOpen();
    return destination instanceof Topic topic ? topic : null;
  }

  @Override
  public boolean getNoLocal() throws JMSException {
    core.checkOpen();
    return noLocal;
  }

  @Override
  public void close() throws JMSException {
    core.close();
  }
}
