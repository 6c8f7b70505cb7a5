package io.echomq.jms.client;

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
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection and a session in one object (§6.3). Contexts made from one another share the
 * connection; the last one that is closed closes it.
 *
 * <p>Threads: one thread of control; {@link #close} by any.
 */
public final class EmqContext implements JMSContext {
  private final EmqConnection connection;
  private final AtomicInteger sharers;
  private final EmqSession session;
  private final ConsumerFactory consumers;
  private final LifeCycle life = new LifeCycle("the context");
  private volatile boolean autoStart = true;

  private EmqContext(EmqConnection connection, AtomicInteger sharers, EmqSession session) {
    this.connection = connection;
    this.sharers = sharers;
    this.session = session;
    this.consumers = new ConsumerFactory(session.core());
    sharers.incrementAndGet();
  }

  /**
   * The first context of a connection.
   *
   * @param mode the session mode
   * @throws JMSException when there is no such mode; the connection is closed then
   */
  public static EmqContext open(EmqConnection connection, int mode) throws JMSException {
    try {
      return new EmqContext(connection, new AtomicInteger(), connection.firstSession(mode));
    } catch (JMSException refused) {
      connection.close();
      throw refused;
    }
  }

  /** The first context of a connection, over a session that was made for it. */
  static EmqContext over(EmqConnection connection, EmqSession session) {
    return new EmqContext(connection, new AtomicInteger(), session);
  }

  private void checkOpen() throws JMSException {
    life.checkOpen();
    session.core().checkOpen();
  }

  /** An action on an open context: after the first, the client id is fixed (§6.1.2). */
  private <T> T get(Unchecked.Call<T> call) {
    return Unchecked.get(
        () -> {
          checkOpen();
          connection.core().use();
          return call.call();
        });
  }

  private void run(Unchecked.Action action) {
    Unchecked.run(
        () -> {
          checkOpen();
          connection.core().use();
          action.run();
        });
  }

  /** A call on an open context that leaves the client id to be set. */
  private <T> T ask(Unchecked.Call<T> call) {
    return Unchecked.get(
        () -> {
          checkOpen();
          return call.call();
        });
  }

  private void tell(Unchecked.Action action) {
    Unchecked.run(
        () -> {
          checkOpen();
          action.run();
        });
  }

  @Override
  public JMSContext createContext(int sessionMode) {
    return get(
        () -> {
          EmqSession own = (EmqSession) connection.createSession(sessionMode);
          return new EmqContext(connection, sharers, own);
        });
  }

  @Override
  public JMSProducer createProducer() {
    return get(() -> new ContextProducer(session.core()));
  }

  @Override
  public String getClientID() {
    return ask(connection::getClientID);
  }

  @Override
  public void setClientID(String clientId) {
    tell(() -> connection.setClientID(clientId));
  }

  @Override
  public ConnectionMetaData getMetaData() {
    return ask(connection::getMetaData);
  }

  @Override
  public ExceptionListener getExceptionListener() {
    return ask(connection::getExceptionListener);
  }

  @Override
  public void setExceptionListener(ExceptionListener listener) {
    tell(() -> connection.setExceptionListener(listener));
  }

  @Override
  public void start() {
    run(connection::start);
  }

  @Override
  public void stop() {
    run(connection::stop);
  }

  @Override
  public void setAutoStart(boolean autoStart) {
    tell(() -> this.autoStart = autoStart);
  }

  @Override
  public boolean getAutoStart() {
    return ask(() -> autoStart);
  }

  /** Closes the session, and the connection with the last of its contexts (§6.3.5). */
  @Override
  public void close() {
    Unchecked.run(
        () -> {
          session.core().refuseInCallback("the context's close");
          if (!life.beginClose()) {
            return;
          }
          try {
            session.close();
          } finally {
            life.closed();
            if (sharers.decrementAndGet() == 0) {
              connection.close();
            }
          }
        });
  }

  @Override
  public BytesMessage createBytesMessage() {
    return get(session::createBytesMessage);
  }

  @Override
  public MapMessage createMapMessage() {
    return get(session::createMapMessage);
  }

  @Override
  public Message createMessage() {
    return get(session::createMessage);
  }

  @Override
  public ObjectMessage createObjectMessage() {
    return get(() -> session.createObjectMessage());
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) {
    return get(() -> session.createObjectMessage(object));
  }

  @Override
  public StreamMessage createStreamMessage() {
    return get(session::createStreamMessage);
  }

  @Override
  public TextMessage createTextMessage() {
    return get(() -> session.createTextMessage());
  }

  @Override
  public TextMessage createTextMessage(String text) {
    return get(() -> session.createTextMessage(text));
  }

  @Override
  public boolean getTransacted() {
    return get(session::getTransacted);
  }

  @Override
  public int getSessionMode() {
    return get(session::getAcknowledgeMode);
  }

  @Override
  public void commit() {
    run(session::commit);
  }

  @Override
  public void rollback() {
    run(session::rollback);
  }

  @Override
  public void recover() {
    run(session::recover);
  }

  /** Acknowledges all messages received so far, in {@code CLIENT_ACKNOWLEDGE} (§6.3). */
  @Override
  public void acknowledge() {
    run(
        () -> {
          if (session.core().acknowledgesByCall()) {
            session.core().acknowledge();
          }
        });
  }

  /** A way to make a consumer; delivery begins with it unless auto-start is off (§6.3.4). */
  private interface Make {
    EmqConsumer make() throws JMSException;
  }

  private JMSConsumer consumer(Make make) {
    return get(
        () -> {
          EmqConsumer made = make.make();
          if (autoStart) {
            connection.start();
          }
          return new ContextConsumer(made.core);
        });
  }

  @Override
  public JMSConsumer createConsumer(Destination destination) {
    return createConsumer(destination, null, false);
  }

  @Override
  public JMSConsumer createConsumer(Destination destination, String selector) {
    return createConsumer(destination, selector, false);
  }

  @Override
  public JMSConsumer createConsumer(Destination destination, String selector, boolean noLocal) {
    return consumer(() -> consumers.consumer(destination, selector, noLocal));
  }

  @Override
  public JMSConsumer createDurableConsumer(Topic topic, String name) {
    return createDurableConsumer(topic, name, null, false);
  }

  @Override
  public JMSConsumer createDurableConsumer(
      Topic topic, String name, String selector, boolean noLocal) {
    return consumer(
        () -> (EmqConsumer) session.createDurableConsumer(topic, name, selector, noLocal));
  }

  @Override
  public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
    return createSharedDurableConsumer(topic, name, null);
  }

  @Override
  public JMSConsumer createSharedDurableConsumer(Topic topic, String name, String selector) {
    return consumer(() -> (EmqConsumer) session.createSharedDurableConsumer(topic, name, selector));
  }

  @Override
  public JMSConsumer createSharedConsumer(Topic topic, String name) {
    return createSharedConsumer(topic, name, null);
  }

  @Override
  public JMSConsumer createSharedConsumer(Topic topic, String name, String selector) {
    return consumer(() -> (EmqConsumer) session.createSharedConsumer(topic, name, selector));
  }

  @Override
  public QueueBrowser createBrowser(Queue queue) {
    return createBrowser(queue, null);
  }

  @Override
  public QueueBrowser createBrowser(Queue queue, String selector) {
    return get(
        () -> {
          QueueBrowser made = session.createBrowser(queue, selector);
          if (autoStart) {
            connection.start();
          }
          return made;
        });
  }

  @Override
  public Queue createQueue(String name) {
    return get(() -> session.createQueue(name));
  }

  @Override
  public Topic createTopic(String name) {
    return get(() -> session.createTopic(name));
  }

  @Override
  public TemporaryQueue createTemporaryQueue() {
    return get(session::createTemporaryQueue);
  }

  @Override
  public TemporaryTopic createTemporaryTopic() {
    return get(session::createTemporaryTopic);
  }

  @Override
  public void unsubscribe(String name) {
    run(() -> session.unsubscribe(name));
  }
}
