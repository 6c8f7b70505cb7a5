package io.echomq.jms.client;

import io.echomq.jms.config.Client;
import io.echomq.jms.delivery.Dispatcher;
import io.echomq.jms.delivery.Feed;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.message.EmqMessage;
import io.echomq.jms.tx.AutoUnit;
import io.echomq.jms.tx.ClientAckUnit;
import io.echomq.jms.tx.Holdings;
import io.echomq.jms.tx.InFlight;
import io.echomq.jms.tx.IndividualUnit;
import io.echomq.jms.tx.TransactedUnit;
import io.echomq.jms.tx.UnitOfWork;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.xa.XaUnit;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State and life cycle of one session (§6.2): its unit of work, its consumers, and its one thread
 * for listeners.
 *
 * <p>Threads: the application's one thread of control, the dispatch thread, and whoever closes. The
 * monitor guards the creation of the dispatcher and is never held during a call.
 */
final class SessionCore {
  private static final Logger LOG = LoggerFactory.getLogger(SessionCore.class);

  final ConnectionCore connection;
  final Domain domain;
  final int mode;

  /** Names this session on the server, unique for ever. */
  final String id;

  final String name;
  final UnitOfWork unit;
  final InFlight inFlight;
  final CallbackThread completions;
  final LoadedMessages loaded = new LoadedMessages();
  final ListenerCall listenerCall = new ListenerCall(this);
  private final LifeCycle life = new LifeCycle("the session");
  private final List<ConsumerCore> consumers = new CopyOnWriteArrayList<>();
  private Dispatcher dispatcher;

  /** Puts something between a session and its unit of work. */
  interface UnitWrapper {
    UnitOfWork wrap(UnitOfWork unit, Holdings holdings);
  }

  SessionCore(ConnectionCore connection, int mode, Domain domain, String name, UnitWrapper wrapper)
      throws JMSException {
    this.connection = connection;
    this.mode = mode;
    this.domain = domain;
    this.name = name;
    this.id = connection.broker.connectionId() + "." + name;
    this.completions = new CallbackThread(name + "-completion");
    int maxInFlight = connection.options.sending().maxInFlight();
    this.inFlight = new InFlight(maxInFlight);
    SessionHoldings holdings = new SessionHoldings(connection, consumers, loaded);
    this.unit = wrapper.wrap(unit(mode, holdings, maxInFlight), holdings);
  }

  private UnitOfWork unit(int mode, Holdings holdings, int maxInFlight) throws JMSException {
    return switch (mode) {
      case Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE ->
          new AutoUnit(connection.broker, holdings, maxInFlight, this::ackFailed);
      case Session.CLIENT_ACKNOWLEDGE ->
          connection.options.client().acknowledgeMode() == Client.AcknowledgeMode.INDIVIDUAL
              ? new IndividualUnit(connection.broker, holdings)
              : new ClientAckUnit(connection.broker, holdings);
      case IndividualUnit.MODE -> new IndividualUnit(connection.broker, holdings);
      case Session.SESSION_TRANSACTED ->
          new TransactedUnit(
              connection.broker, holdings, id, Policies.transaction(connection.options));
      default ->
          throw new JMSException(
              "acknowledge mode "
                  + mode
                  + " does not exist; use AUTO_ACKNOWLEDGE, CLIENT_ACKNOWLEDGE,"
                  + " DUPS_OK_ACKNOWLEDGE, SESSION_TRANSACTED or INDIVIDUAL_ACKNOWLEDGE ("
                  + IndividualUnit.MODE
                  + ")",
              "EMQ-ACKNOWLEDGE-MODE");
    };
  }

  /** True when a transaction manager ends the transactions of this session. */
  boolean isManaged() {
    return unit instanceof XaUnit;
  }

  /** True when a message counts as acknowledged once {@code receive} has returned it. */
  boolean acknowledgesItself() {
    return (mode == Session.AUTO_ACKNOWLEDGE || mode == Session.DUPS_OK_ACKNOWLEDGE)
        && !unit.transacted();
  }

  void checkOpen() throws JMSException {
    life.checkOpen();
    connection.checkOpen();
  }

  boolean isClosed() {
    return life.isClosed();
  }

  /** The message of a delivery, as the application gets it. */
  EmqMessage message(Delivery delivery) throws JMSException {
    return connection.messages.fromDelivery(delivery, () -> acknowledge(delivery.token()));
  }

  void add(ConsumerCore consumer) throws JMSException {
    consumers.add(consumer);
    if (!life.isOpen()) {
      consumer.close();
      checkOpen();
    }
  }

  void forget(ConsumerCore consumer) {
    consumers.remove(consumer);
  }

  boolean consumesFrom(Address address) {
    return consumers.stream().anyMatch(consumer -> consumer.address().equals(address));
  }

  /** Hands the feed to the session's dispatch thread, which begins with the first listener. */
  void dispatch(Feed feed, Dispatcher.Handler handler) throws JMSException {
    Dispatcher serving;
    synchronized (this) {
      if (dispatcher == null) {
        dispatcher = new Dispatcher(connection.hub, name + "-deliver");
      }
      serving = dispatcher;
    }
    run(() -> serving.add(feed, handler));
  }

  void undispatch(Feed feed) {
    Dispatcher serving = dispatcher();
    if (serving != null) {
      serving.remove(feed);
    }
  }

  private synchronized Dispatcher dispatcher() {
    return dispatcher;
  }

  void pause() {
    Dispatcher serving = dispatcher();
    if (serving != null) {
      serving.pause();
    }
  }

  void resume() {
    Dispatcher serving = dispatcher();
    if (serving != null) {
      serving.resume();
    }
  }

  /**
   * Refuses what a callback must not do to its own session (§6.2.15, §7.3.3, §8.8).
   *
   * @param method named in the exception
   */
  void refuseInCallback(String method) throws IllegalStateException {
    refuseInListener(method);
    refuseInCompletion(method);
  }

  /** Refuses what only a message listener must not do; a completion listener may stop (§7.3.3). */
  void refuseInListener(String method) throws IllegalStateException {
    Dispatcher serving = dispatcher();
    if (serving != null && serving.isDispatchThread()) {
      throw new IllegalStateException(
          method + " must not be called from a message listener of this session", "EMQ-CALLBACK");
    }
  }

  void refuseInCompletion(String method) throws IllegalStateException {
    if (completions.isCurrentThread()) {
      throw new IllegalStateException(
          method + " must not be called from a completion listener of this session",
          "EMQ-CALLBACK");
    }
  }

  /** True when the application acknowledges. */
  boolean acknowledgesByCall() {
    return mode == Session.CLIENT_ACKNOWLEDGE || mode == IndividualUnit.MODE;
  }

  void acknowledge() throws JMSException {
    checkOpen();
    run(unit::acknowledge);
  }

  private void acknowledge(LeaseToken message) throws JMSException {
    checkOpen();
    run(() -> unit.acknowledge(message));
  }

  void recover() throws JMSException {
    checkOpen();
    if (unit.transacted()) {
      throw new IllegalStateException("a transacted session is not recovered; roll it back");
    }
    run(unit::recover);
  }

  void commit() throws JMSException {
    endTransaction("commit", unit::commit);
  }

  void rollback() throws JMSException {
    endTransaction("rollback", unit::rollback);
  }

  private void endTransaction(String method, WireCall end) throws JMSException {
    checkOpen();
    refuseInCompletion(method);
    if (isManaged()) {
      throw new TransactionInProgressException(
          method + " is up to the transaction manager in a session of an XA connection",
          "EMQ-XA-SESSION");
    }
    if (!unit.transacted()) {
      throw new IllegalStateException(
          "the session is not transacted; create it with SESSION_TRANSACTED to " + method);
    }
    // Callbacks of asynchronous sends return before the transaction ends (§7.3.8).
    drainSends();
    run(end);
  }

  /** A call of the port that answers nothing. */
  interface WireCall {
    void run() throws WireException;
  }

  private static void run(WireCall call) throws JMSException {
    try {
      call.run();
    } catch (WireException failed) {
      throw JmsErrors.toJms(failed);
    }
  }

  void drainSends() {
    inFlight.drain();
    completions.drain();
  }

  /**
   * Waits for a running listener, ends blocked receives, puts back what is not acknowledged, waits
   * for what is on its way (§6.2.15).
   */
  void close() throws JMSException {
    refuseInCallback("the session's close");
    if (!life.beginClose()) {
      run(life::awaitClosed);
      return;
    }
    try {
      Dispatcher serving = dispatcher();
      if (serving != null) {
        serving.close();
      }
      // First all that was handed out and all that is buffered, in one step and in order; then the
      // feeds, which end blocked receives.
      run(this::endUnit);
    } finally {
      for (ConsumerCore consumer : consumers) {
        consumer.closeFeed();
      }
      connection.forget(this);
      life.closed();
    }
  }

  private void endUnit() throws WireException {
    drainSends();
    try {
      unit.close();
    } catch (WireException failed) {
      if (!failed.isTransient() && failed.error() != WireError.FAILED) {
        throw failed;
      }
      LOG.warn("{}: what it held comes back when its leases end, the server is away", name, failed);
    }
  }

  /** A message that {@code receive} got while the session was being closed. */
  void giveBackUnseen(Delivery delivery) {
    connection.hub.giveBackUnseen(List.of(delivery));
  }

  private void ackFailed(WireException failure) {
    LOG.warn("{}: an automatic acknowledgement failed; the message comes again", name, failure);
  }
}
