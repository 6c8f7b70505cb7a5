package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.client.EmqXAConnection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.WorkManager;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that feeds the sessions of one message-driven bean from one shared buffer.
 *
 * <p>Threads: made by a Work, closed by any; who closes it second waits for the first.
 */
final class EndpointConsumer {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointConsumer.class);

  private final EmqXAConnection connection;
  private final EndpointPool pool;
  private ConnectionConsumer consumer;
  private boolean closed;

  private EndpointConsumer(EmqXAConnection connection, EndpointPool pool) {
    this.connection = connection;
    this.pool = pool;
  }

  /**
   * Connects; nothing is delivered before {@link #start}.
   *
   * @param slots how many of its messages may be worked on now
   * @param onFailure told when the connection has failed for good, also before this has returned
   */
  static EndpointConsumer open(
      EchoMQXAConnectionFactory factory,
      WorkManager works,
      MessageEndpointFactory endpoints,
      EndpointSettings settings,
      Destination destination,
      EndpointSlots slots,
      Consumer<EndpointConsumer> onFailure)
      throws JMSException {
    EmqXAConnection connection = factory.createXAConnection();
    boolean made = false;
    try {
      if (settings.clientId() != null) {
        connection.setClientID(settings.clientId());
      }
      EndpointPool pool = new EndpointPool(connection, works, endpoints, settings, slots);
      EndpointConsumer opened = new EndpointConsumer(connection, pool);
      connection.setExceptionListener(failure -> onFailure.accept(opened));
      opened.consumer = opened.consume(settings, destination);
      made = true;
      return opened;
    } finally {
      if (!made) {
        connection.close();
      }
    }
  }

  private ConnectionConsumer consume(EndpointSettings settings, Destination destination)
      throws JMSException {
    String selector = settings.selector();
    if (!settings.topic() || (!settings.durable() && !settings.shared())) {
      return connection.createConnectionConsumer(destination, selector, pool, 1);
    }
    Topic topic = (Topic) destination;
    String name = settings.subscription();
    if (!settings.durable()) {
      return connection.createSharedConnectionConsumer(topic, name, selector, pool, 1);
    }
    return settings.shared()
        ? connection.createSharedDurableConnectionConsumer(topic, name, selector, pool, 1)
        : connection.createDurableConnectionConsumer(topic, name, selector, pool, 1);
  }

  /** Deliveries begin; does not wait for the server. */
  void start() throws JMSException {
    connection.start();
  }

  /** True from before {@code onFailure} is told. */
  boolean hasFailed() {
    return connection.hasFailed();
  }

  /** No message is taken any more; what fails of it is logged. */
  void endIntake() {
    try {
      // Ends also a wait for the pool, so that what is on its way into it goes back in silence.
      consumer.close();
    } catch (JMSException | RuntimeException failed) {
      LOG.warn("a consumer could not be closed in order", failed);
    }
    pool.stop();
  }

  /** False when beans are still at work after so long. */
  boolean awaitIdle(long nanos) {
    return pool.awaitIdle(nanos);
  }

  void interrupt() {
    pool.interrupt();
  }

  /** Waits for nothing that runs; gives back what is buffered. What fails of it is logged. */
  synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    endIntake();
    pool.close();
    try {
      connection.close();
    } catch (JMSException | RuntimeException failed) {
      LOG.warn("a connection could not be closed in order", failed);
    }
  }
}
