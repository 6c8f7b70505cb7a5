package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.delivery.DeliveryHub;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.TemporaryOwner;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.message.MessageFactory;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State and life cycle of one connection (§6.1).
 *
 * <p>Threads: any. The monitor guards client id and {@link #used}; no callback and no call of the
 * broker but {@code takeClientId} runs under it.
 */
final class ConnectionCore implements TemporaryOwner {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionCore.class);
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  final Broker broker;
  final Options options;
  final DeliveryHub hub;
  final MessageFactory messages;
  final String name;
  final TemporaryDestinations temporary = new TemporaryDestinations();
  private final LifeCycle life = new LifeCycle("the connection");
  private final List<SessionCore> sessions = new CopyOnWriteArrayList<>();
  private final List<EmqConnectionConsumer> connectionConsumers = new CopyOnWriteArrayList<>();
  private final AtomicInteger sessionNumbers = new AtomicInteger();
  private volatile ExceptionListener exceptionListener;
  private volatile LostLeaseListener lostLeaseListener;
  private volatile WireException failure;
  private volatile Runnable afterClose = () -> {};
  private boolean used;
  private String clientId;

  /**
   * @param clientId the factory's; null when the application may set one
   */
  ConnectionCore(Broker broker, Options options, MessageFactory messages, String clientId)
      throws WireException {
    this.broker = broker;
    this.options = options;
    this.messages = messages;
    this.name = "emq-" + NUMBERS.incrementAndGet();
    if (clientId != null) {
      broker.takeClientId(clientId);
      this.clientId = clientId;
      this.used = true;
    }
    this.hub = new DeliveryHub(broker, Policies.delivery(options), name);
    hub.onLost(this::leaseLost);
    broker.onFailure(this::failed);
  }

  /** Refuses on a closed or failed connection; afterwards the client id is fixed (§6.1.2). */
  synchronized void use() throws JMSException {
    checkOpen();
    used = true;
  }

  void checkOpen() throws JMSException {
    life.checkOpen();
    WireException why = failure;
    if (why != null) {
      throw JmsErrors.toJms(why);
    }
  }

  synchronized String clientId() throws JMSException {
    checkOpen();
    return clientId;
  }

  synchronized void setClientId(String wanted) throws JMSException {
    checkOpen();
    if (clientId != null) {
      throw new IllegalStateException(
          "the client id is already '" + clientId + "'; it cannot be changed (§6.1.2)");
    }
    if (used) {
      throw new IllegalStateException(
          "setClientID must be the first call on a connection (§6.1.2)");
    }
    if (wanted == null || wanted.isEmpty()) {
      throw new InvalidClientIDException("a client id needs at least one character");
    }
    try {
      broker.takeClientId(wanted);
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
    clientId = wanted;
    used = true;
  }

  ExceptionListener exceptionListener() {
    return exceptionListener;
  }

  void setExceptionListener(ExceptionListener listener) {
    exceptionListener = listener;
  }

  /** Runs once, when everything of the connection is closed. */
  void afterClose(Runnable action) {
    afterClose = action;
  }

  void setLostLeaseListener(LostLeaseListener listener) {
    lostLeaseListener = listener;
  }

  SessionCore openSession(int mode, Domain domain) throws JMSException {
    use();
    return open(mode, domain, (unit, holdings) -> unit);
  }

  /** A session whose transactions are a transaction manager's. */
  SessionCore openSession(Domain domain, SessionCore.UnitWrapper wrapper) throws JMSException {
    use();
    return open(Session.AUTO_ACKNOWLEDGE, domain, wrapper);
  }

  /** A session that comes with the connection: the client id is not fixed by it. */
  SessionCore openFirstSession(int mode) throws JMSException {
    checkOpen();
    return open(mode, Domain.BOTH, (unit, holdings) -> unit);
  }

  /** The same for a session whose transactions are a transaction manager's. */
  SessionCore openFirstSession(SessionCore.UnitWrapper wrapper) throws JMSException {
    checkOpen();
    return open(Session.AUTO_ACKNOWLEDGE, Domain.BOTH, wrapper);
  }

  private SessionCore open(int mode, Domain domain, SessionCore.UnitWrapper wrapper)
      throws JMSException {
    SessionCore session =
        new SessionCore(this, mode, domain, name + "-" + sessionNumbers.incrementAndGet(), wrapper);
    sessions.add(session);
    if (!life.isOpen()) {
      // Closed in between: whoever closes may not have seen this session.
      session.close();
      checkOpen();
    }
    return session;
  }

  void forget(SessionCore session) {
    sessions.remove(session);
  }

  void start() throws JMSException {
    use();
    hub.start();
    sessions.forEach(SessionCore::resume);
  }

  /** Returns when no listener runs and no receive hands out any more (§6.1.5). */
  void stop() throws JMSException {
    use();
    for (SessionCore session : sessions) {
      session.refuseInListener("the connection's stop");
    }
    hub.stop();
    for (SessionCore session : sessions) {
      session.pause();
    }
  }

  void close() throws JMSException {
    for (SessionCore session : sessions) {
      session.refuseInCallback("the connection's close");
    }
    if (!life.beginClose()) {
      try {
        life.awaitClosed();
      } catch (WireException interrupted) {
        throw JmsErrors.toJms(interrupted);
      }
      return;
    }
    JMSException first = null;
    try {
      connectionConsumers.forEach(EmqConnectionConsumer::close);
      for (SessionCore session : sessions) {
        try {
          session.close();
        } catch (JMSException failed) {
          first = first == null ? failed : first;
        }
      }
    } finally {
      hub.close();
      broker.close();
      afterClose.run();
      life.closed();
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * @param maxMessages how many messages a server session may get at once; each gets one
   */
  EmqConnectionConsumer connectionConsumer(
      Destination from,
      Kind kind,
      String subscription,
      String selector,
      ServerSessionPool pool,
      int maxMessages)
      throws JMSException {
    if (pool == null || maxMessages < 1) {
      throw new JMSException(
          "a connection consumer needs a server session pool and maxMessages of 1 or more",
          "EMQ-CONNECTION-CONSUMER");
    }
    Feeds feeds = new Feeds(this);
    Feeds.Wanted wanted = feeds.check(from, kind, subscription, selector, false);
    String consumer = name + "-" + sessionNumbers.incrementAndGet();
    EmqConnectionConsumer made =
        new EmqConnectionConsumer(
            this,
            pool,
            // Nobody holds lanes: the messages of a group go to any session of the pool, one at a
            // time.
            feeds.open(wanted, ""),
            Policies.redelivery(Policies.of(options, wanted.destination())),
            consumer);
    connectionConsumers.add(made);
    if (!life.isOpen()) {
      // Closed in between: whoever closes may not have seen this consumer.
      made.close();
      checkOpen();
    }
    return made;
  }

  void forget(EmqConnectionConsumer consumer) {
    connectionConsumers.remove(consumer);
  }

  boolean owns(Address address) {
    return temporary.owns(address);
  }

  boolean consumesFrom(Address address) {
    return sessions.stream().anyMatch(session -> session.consumesFrom(address));
  }

  @Override
  public boolean ownsTemporary(EmqDestination destination) {
    try {
      return owns(destination.address());
    } catch (InvalidDestinationException noAddress) {
      LOG.debug("{} is nobody's", destination, noAddress);
      return false;
    }
  }

  @Override
  public void deleteTemporary(EmqDestination destination) throws JMSException {
    checkOpen();
    temporary.delete(this, destination);
  }

  void leaseLost(Address from, String messageId) {
    LOG.warn(
        "{}: the lease of {} from {} was lost; it is or will be delivered to somebody else",
        name,
        messageId,
        from);
    LostLeaseListener listener = lostLeaseListener;
    if (listener != null) {
      listener.leaseLost(from.name(), messageId);
    }
  }

  /** The broker has failed for good (hard cases, 11 and 29): tells the application once. */
  private void failed(WireException why) {
    if (!life.isOpen()) {
      return;
    }
    failure = why;
    LOG.error("{}: the connection has failed and must be made anew", name, why);
    // Apart from each other: a listener that is at work for an hour, or an ExceptionListener that
    // tries to connect until it can, must not keep the other waiting.
    begin(name + "-failed", hub::close);
    begin(name + "-exception", () -> tell(why));
  }

  private static void begin(String threadName, Runnable work) {
    Thread thread = new Thread(work, threadName);
    thread.setDaemon(true);
    thread.start();
  }

  private void tell(WireException why) {
    ExceptionListener listener = exceptionListener;
    if (listener == null) {
      return;
    }
    try {
      listener.onException(JmsErrors.toJms(why));
    } catch (RuntimeException | Error thrown) {
      LOG.error("{}: the exception listener threw", name, thrown);
    }
  }
}
