package io.echomq.jms.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who sends faster than the server answers waits, instead of filling the memory. */
@Timeout(180)
class FlowControlTest {
  private static final int MOST = 3;

  @AutoClose private final FakeConnections connections = new FakeConnections();
  private final AtomicInteger returned = new AtomicInteger();
  private final AtomicInteger told = new AtomicInteger();
  private final MessageProducer producer;
  private final Session session;

  FlowControlTest() throws JMSException {
    Connection connection = connections.open("?maxInFlight=" + MOST);
    session = connection.createSession();
    producer = session.createProducer(session.createQueue("orders"));
  }

  /** A send that nobody waits for. */
  private interface Send {
    void run(Message message) throws JMSException;
  }

  private CompletableFuture<Void> sendTen(Send send) {
    return CompletableFuture.runAsync(
        () -> {
          for (int i = 0; i < 10; i++) {
            int number = i;
            Unchecked.run(() -> send.run(session.createTextMessage("m" + number)));
            returned.incrementAndGet();
          }
        });
  }

  private void assertOnlySoManyReturnWhileTheServerIsAway(Send send) throws Exception {
    connections.server.down();
    CompletableFuture<Void> sending = sendTen(send);
    // The one behind them is on its way too; its sender waits for the oldest.
    await().until(() -> connections.server.faults().calls("send") == MOST + 1);
    await().during(200, TimeUnit.MILLISECONDS).until(() -> returned.get() == MOST);

    connections.server.up(false);

    sending.get(20, TimeUnit.SECONDS);
    assertEquals(10, returned.get());
  }

  @Test
  void asynchronousSends() throws Exception {
    CompletionListener listener =
        new CompletionListener() {
          @Override
          public void onCompletion(Message message) {
            told.incrementAndGet();
          }

          @Override
          public void onException(Message message, Exception failed) {
            // Counted as missing.
          }
        };
    assertOnlySoManyReturnWhileTheServerIsAway(message -> producer.send(message, listener));
    await().until(() -> told.get() == 10);
  }

  @Test
  void sendsOfMessagesThatAreNotPersistent() throws Exception {
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    assertOnlySoManyReturnWhileTheServerIsAway(producer::send);
  }
}
