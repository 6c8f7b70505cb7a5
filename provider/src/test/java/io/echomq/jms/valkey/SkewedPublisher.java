package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A JVM whose two publishers mint ids by a clock that goes wrong, past the correction that a broker
 * makes. Arguments: URI, topic, number of the JVM, skew in ms, messages of each publisher.
 */
final class SkewedPublisher {
  private static final AtomicLong SEQUENCE = new AtomicLong();

  private SkewedPublisher() {}

  public static void main(String[] args) throws Exception {
    int jvm = Integer.parseInt(args[2]);
    long skew = Long.parseLong(args[3]);
    int count = Integer.parseInt(args[4]);
    Address topic = Address.topic(args[1]);
    List<Thread> threads = new ArrayList<>();
    List<Exception> failures = new ArrayList<>();
    try (Broker broker = new ValkeyConnector(Options.parse(args[0])).connect(null)) {
      for (int i = 0; i < 2; i++) {
        String name = "p" + (2 * jvm + i) + ":";
        Thread thread =
            new Thread(
                () -> {
                  try {
                    publish(broker, topic, name, jvm, skew, count);
                  } catch (Exception failed) {
                    synchronized (failures) {
                      failures.add(failed);
                    }
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    failures.forEach(Throwable::printStackTrace);
    System.exit(failures.isEmpty() ? 0 : 1);
  }

  private static void publish(
      Broker broker, Address topic, String name, int jvm, long skew, int count)
      throws WireException {
    List<Reply<Void>> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long now = System.currentTimeMillis() + skew;
      // Nodes that no broker of the test is given: they are taken from the hash of a random name,
      // and what matters is that these JVMs differ among themselves.
      int node = 1000 + jvm;
      long snowflake = BrandedId.compose(now, node, (int) (SEQUENCE.getAndIncrement() & 4095));
      String id = BrandedId.encode(BrandedId.EVENT, snowflake);
      MessageHeader header =
          new MessageHeader("ID:" + name + i, now, topic, null, null, null, null, true, 4, 0, now);
      MessageData message = new MessageData(header, Map.of(), new Body.Text(name + i));
      replies.add(broker.send(new Outgoing(id, topic, message, false, null)));
      if (replies.size() == 200) {
        for (Reply<Void> reply : replies) {
          reply.await();
        }
        replies.clear();
      }
    }
    for (Reply<Void> reply : replies) {
      reply.await();
    }
  }
}
