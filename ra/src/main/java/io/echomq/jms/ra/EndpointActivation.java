package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkManager;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One active message-driven bean: connects, again and again until the server is there, and anew
 * when a connection has failed for good.
 *
 * <p>Threads: {@link #start} and {@link #stop} by the container; connecting is a Work of its own,
 * since some servers serve no endpoint before the activation has returned; a failure is told by a
 * thread of the connection, which then sees the beans off that are still at work on it. The monitor
 * guards the state and is held neither while connecting nor while closing.
 */
final class EndpointActivation {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointActivation.class);

  private final ServerProperties server;
  private final EchoMQXAConnectionFactory factory;
  private final WorkManager works;
  private final MessageEndpointFactory endpoints;
  private final EndpointSettings settings;
  private final EndpointSlots slots;
  private final EndpointConsumers consumers;
  private Destination destination;

  /** The one in use; null while there is none. */
  private EndpointConsumer consumer;

  /** Works that connect, which {@link #stop} waits for. */
  private int connecting;

  private boolean stopped;

  /**
   * @param server that the factory connects to
   */
  EndpointActivation(
      ServerProperties server,
      EchoMQXAConnectionFactory factory,
      WorkManager works,
      MessageEndpointFactory endpoints,
      EndpointSettings settings) {
    this.server = server;
    this.factory = factory;
    this.works = works;
    this.endpoints = endpoints;
    this.settings = settings;
    this.slots = new EndpointSlots(settings.maxSession());
    this.consumers = new EndpointConsumers(settings);
  }

  ServerProperties server() {
    return server;
  }

  /**
   * Returns at once. JNDI names are looked up here, in the thread of the application: {@code
   * java:app} means nothing in another.
   *
   * @throws ResourceException when the destination cannot be found
   */
  void start() throws ResourceException {
    destination = EndpointDestination.find(settings);
    connectLater();
  }

  private void connectLater() throws WorkException {
    works.scheduleWork(
        new Work() {
          @Override
          public void run() {
            connect();
          }

          @Override
          public void release() {
            // Some servers call this after run has returned; deactivation ends what goes on.
          }
        });
  }

  private void connect() {
    if (!begin()) {
      return;
    }
    try {
      connectUntilStopped();
    } finally {
      end();
    }
  }

  /** False when stopped; else {@link #end} must follow. */
  private synchronized boolean begin() {
    if (!stopped) {
      connecting++;
    }
    return !stopped;
  }

  private synchronized void end() {
    connecting--;
    notifyAll();
  }

  private void connectUntilStopped() {
    int most = settings.setupAttempts();
    for (int attempt = 1; !isStopped(); attempt++) {
      try {
        consume();
        return;
      } catch (JMSException | RuntimeException away) {
        if (most >= 0 && attempt >= Math.max(1, most)) {
          LOG.error(
              "{}: given up after {} attempts (setupAttempts); deploy again when the server is up",
              settings,
              attempt,
              away);
          return;
        }
        LOG.warn(
            "{}: attempt {} to connect failed, the next follows in {} ms: {}",
            settings,
            attempt,
            settings.setupInterval().toMillis(),
            away.getMessage());
        pause();
      }
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized void pause() {
    long until = System.nanoTime() + settings.setupInterval().toNanos();
    try {
      for (long left = until - System.nanoTime(); left > 0 && !stopped; ) {
        wait(Math.max(1, left / 1_000_000));
        left = until - System.nanoTime();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      stopped = true;
    }
  }

  private void consume() throws JMSException {
    EndpointConsumer made =
        EndpointConsumer.open(
            factory, works, endpoints, settings, destination, slots, this::failed);
    boolean used = false;
    try {
      used = use(made);
    } finally {
      if (!used) {
        made.close();
      }
    }
  }

  /**
   * Deliveries begin only with what {@link #stop} finds. A failure before that has been told of a
   * consumer that nobody knew, so it is asked for; one after it finds the consumer here.
   */
  private synchronized boolean use(EndpointConsumer made) throws JMSException {
    if (stopped) {
      return false;
    }
    if (made.hasFailed()) {
      throw new JMSException("the connection has failed while it was being set up", "EMQ-FAILED");
    }
    made.start();
    consumers.add(made);
    consumer = made;
    LOG.info("{}: consuming with {} sessions", settings, settings.maxSession());
    return true;
  }

  /**
   * The connection has failed for good: a new one, in a Work, while beans end their work on the old
   * one, where their transactions can still be committed.
   */
  private void failed(EndpointConsumer which) {
    synchronized (this) {
      if (stopped || consumer != which) {
        return;
      }
      consumer = null;
    }
    which.endIntake();
    connectAnew();
    consumers.closeWhenIdle(which);
  }

  /** A container whose threads are all busy refuses now and takes it later. */
  private void connectAnew() {
    while (!isStopped()) {
      try {
        connectLater();
        return;
      } catch (WorkException | RuntimeException refused) {
        LOG.error(
            "{}: the container takes no work, consuming rests for {} ms",
            settings,
            settings.setupInterval().toMillis(),
            refused);
        pause();
      }
    }
  }

  /**
   * Returns when nothing of it runs any more: no bean, no connecting, no closing of what has
   * failed. After {@code drainTimeout} beans are interrupted; what does not end then either, or
   * waits for a server that does not answer, is left to itself. Idempotent.
   */
  void stop() {
    long most = settings.drainTimeout().toNanos() + EndpointConsumers.STRAGGLER_NANOS;
    long until = System.nanoTime() + most;
    synchronized (this) {
      stopped = true;
      consumer = null;
      notifyAll();
    }
    consumers.drain();
    if (awaitConnected(until)) {
      LOG.info("{}: stopped", settings);
    } else {
      LOG.warn("{}: stopped while it waits for a server that does not answer", settings);
    }
  }

  private synchronized boolean awaitConnected(long until) {
    try {
      for (long left = until - System.nanoTime(); connecting > 0 && left > 0; ) {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        left = until - System.nanoTime();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return connecting == 0;
  }
}
