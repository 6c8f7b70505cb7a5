package io.echomq.jms.client;

import io.echomq.jms.delivery.Dispatcher;
import io.echomq.jms.delivery.Feed;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireException;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the sessions of a server session pool, one message a run (§12.1).
 *
 * <p>Threads: {@link #handle} on the consumer's own dispatch thread, which waits inside {@code
 * getServerSession} while all sessions are busy; {@link #close} by any.
 */
final class EmqConnectionConsumer implements ConnectionConsumer, Dispatcher.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(EmqConnectionConsumer.class);

  private final ConnectionCore connection;
  private final ServerSessionPool pool;
  private final Feed feed;
  private final RedeliveryPolicy policy;
  private final Dispatcher dispatcher;
  private final LifeCycle life = new LifeCycle("the connection consumer");

  EmqConnectionConsumer(
      ConnectionCore connection,
      ServerSessionPool pool,
      Feed feed,
      RedeliveryPolicy policy,
      String name) {
    this.connection = connection;
    this.pool = pool;
    this.feed = feed;
    this.policy = policy;
    this.dispatcher = new Dispatcher(connection.hub, name + "-deliver");
    dispatcher.add(feed, this);
  }

  @Override
  public ServerSessionPool getServerSessionPool() throws JMSException {
    life.checkOpen();
    return pool;
  }

  @Override
  public void handle(Delivery delivery) {
    try {
      ServerSession server = pool.getServerSession();
      if (!(server.getSession() instanceof EmqSession session)) {
        throw new JMSException(
            "the server session pool answered a session of another provider: "
                + server.getSession());
      }
      session.core().loaded.load(delivery, policy);
      server.start();
    } catch (JMSException | RuntimeException refused) {
      LOG.error("no server session for ID:{}; it is given back", delivery.token().id(), refused);
      giveBack(delivery);
    }
  }

  private void giveBack(Delivery delivery) {
    connection.hub.leases().settled(delivery.token());
    try {
      connection.broker.giveBack(List.of(GiveBack.unseen(delivery)));
    } catch (WireException failed) {
      LOG.warn("ID:{} comes again when its lease ends", delivery.token().id(), failed);
    }
  }

  @Override
  public void close() {
    if (life.beginClose()) {
      dispatcher.close();
      feed.close();
      life.closed();
    }
  }
}
