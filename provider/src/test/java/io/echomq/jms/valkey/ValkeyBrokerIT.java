package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;

import io.echomq.jms.config.Options;
import io.echomq.jms.selector.Selector;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerContract;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The contract on a real server: two connections of two factories. */
@WithServer
class ValkeyBrokerIT extends BrokerContract {
  private final TestServer server;

  ValkeyBrokerIT(TestServer server) {
    this.server = server;
  }

  @Override
  protected Broker connect() throws WireException {
    return new ValkeyConnector(Options.parse(server.uri())).connect(null);
  }

  @Override
  public Filter filter(String selector, Predicate<MessageData> check) {
    return new Filter(selector, Selector.parse(selector).orElseThrow().program(), check);
  }

  @Override
  public void elapse(long millis) {
    pass(millis);
  }

  /** Returns when so much time has passed. */
  static void pass(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    await().pollInterval(5, TimeUnit.MILLISECONDS).until(() -> System.nanoTime() - end >= 0);
  }
}
