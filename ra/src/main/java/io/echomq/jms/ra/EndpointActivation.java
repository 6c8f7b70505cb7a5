package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One active message-driven bean: connects, again and again until the server is there, and anew
 * when a connection has failed for good.
 *
 * <p>Threads: {@link #start} and {@link #stop} by the container; connecting is a Work of its own,
 * since some servers serve no endpoint before the activation has returned. The monitor guards the
 * state and is not held while connecting.
 */
final class EndpointActivation {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointActivation.class);

  private final ServerProperties server;
  private final EchoMQXAConnectionFactory factory;
  private final WorkManager works;
  private final MessageEndpointFactory endpoints;
  private final EndpointSettings settings;
  private Destination destination;
  private EndpointConsumer consumer;
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
    int most = settings.setupAttempts();
    for (int attempt = 1; !isStopped(); attempt++) {
      try {
        EndpointConsumer made =
            EndpointConsumer.open(factory, works, endpoints, settings, destination, this::failed);
        if (!use(made)) {
          made.close();
        }
        return;
      } catch (JMSException away) {
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

  private synchronized boolean use(EndpointConsumer made) {
    if (stopped) {
      return false;
    }
    consumer = made;
    LOG.info("{}: consuming with {} sessions", settings, settings.maxSession());
    return true;
  }

  /** The connection has failed for good: a new one, in a Work. */
  private void failed(EndpointConsumer which) {
    synchronized (this) {
      if (stopped || consumer != which) {
        return;
      }
      consumer = null;
    }
    which.close();
    try {
      connectLater();
    } catch (WorkException refused) {
      LOG.error("{}: consuming has ended, the container takes no work", settings, refused);
    }
  }

  /** Returns when nothing of it runs any more; idempotent. */
  void stop() {
    EndpointConsumer last;
    synchronized (this) {
      stopped = true;
      notifyAll();
      last = consumer;
      consumer = null;
    }
    if (last != null) {
      last.close();
      LOG.info("{}: stopped", settings);
    }
  }
}
