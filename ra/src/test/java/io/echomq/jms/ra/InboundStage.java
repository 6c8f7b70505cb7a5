package io.echomq.jms.ra;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.resource.ResourceException;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** A started adapter in a fake container, an activation of the queue {@code in}, and a sender. */
final class InboundStage implements AutoCloseable {
  final FakeContainer container = new FakeContainer();
  final EchoMQResourceAdapter adapter = new EchoMQResourceAdapter();
  final EchoMQActivationSpec spec = new EchoMQActivationSpec();
  private final TestServer server;

  InboundStage(TestServer server) throws ResourceException {
    this.server = server;
    adapter.setUri(server.uri("lease=2s&beat=50ms"));
    adapter.start(container);
    spec.setDestination("in");
    spec.setSetupInterval(100L);
  }

  /** A bean that is active from now on. */
  FakeBean activate(boolean transacted, FakeBean.Body body) throws ResourceException {
    FakeBean bean = new FakeBean(transacted, body);
    adapter.endpointActivation(bean, spec);
    return bean;
  }

  void send(String... texts) {
    send(server.uri(), context -> context.createQueue("in"), texts);
  }

  void publish(String... texts) {
    send(server.uri(), context -> context.createTopic("prices"), texts);
  }

  static void send(String uri, Function<JMSContext, Destination> to, String... texts) {
    try (JMSContext context = new EchoMQConnectionFactory(uri).createContext()) {
      for (String text : texts) {
        context.createProducer().send(to.apply(context), text);
      }
    }
  }

  /** How many messages are in one of the sets of the queue. */
  long size(String set) {
    try (Jedis jedis = server.jedis()) {
      return jedis.zcard("emq:{in}:" + set);
    }
  }

  /** How often a message of the queue was leased. */
  String attempts(Message message) throws JMSException {
    String id = message.getJMSMessageID().substring("ID:".length());
    try (Jedis jedis = server.jedis()) {
      return jedis.hget("emq:{in}:job:" + id, "attempts");
    }
  }

  @Override
  public void close() {
    adapter.stop();
    container.close();
  }
}
