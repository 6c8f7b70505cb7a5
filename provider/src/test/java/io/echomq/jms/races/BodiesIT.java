package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Bodies and headers at their limits. */
@WithServer
@Timeout(180)
class BodiesIT {
  private static final long SOON = 60_000;
  private Connection connection;
  private Session session;
  private Queue queue;
  private MessageProducer producer;
  private MessageConsumer consumer;

  @BeforeEach
  void connect(TestServer server) throws JMSException {
    connection = new EchoMQConnectionFactory(server.uri()).createConnection();
    connection.start();
    session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
    queue = session.createQueue("bodies");
    producer = session.createProducer(queue);
    consumer = session.createConsumer(queue);
  }

  @AfterEach
  void close() throws JMSException {
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16 * 1024, 16 * 1024 + 1, 1024 * 1024, 16 * 1024 * 1024})
  void bytesOfAnySizeArriveAsTheyAreAndLeaveNothing(int size, TestServer server)
      throws JMSException {
    byte[] body = new byte[size];
    new Random(size).nextBytes(body);
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(body);
    producer.send(message);
    BytesMessage got = (BytesMessage) consumer.receive(SOON);
    byte[] read = new byte[(int) got.getBodyLength()];
    got.readBytes(read);
    assertArrayEquals(body, read);
    session.close();
    try (Jedis jedis = server.jedis()) {
      assertEquals(0, jedis.keys("emq:{bodies}:job:*").size());
      assertEquals(0, jedis.keys("emq:{bodies}:jms:stage:*").size());
    }
  }

  /** More than is asked for at once, of sizes below, at and above that. */
  @Test
  void manyLargeBodiesComeInOrderEachWithItsOwn() throws JMSException {
    int[] sizes = {17_000, 4 << 20, 100_000, 1 << 20, 300, 20_000};
    Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
    MessageProducer many = transacted.createProducer(queue);
    for (int i = 0; i < 60; i++) {
      BytesMessage message = transacted.createBytesMessage();
      byte[] body = new byte[sizes[i % sizes.length]];
      new Random(i).nextBytes(body);
      message.writeBytes(body);
      many.send(message);
      if (i % sizes.length == 0) {
        transacted.commit();
      }
    }
    transacted.commit();
    for (int i = 0; i < 60; i++) {
      byte[] body = new byte[sizes[i % sizes.length]];
      new Random(i).nextBytes(body);
      assertArrayEquals(body, consumer.receive(SOON).getBody(byte[].class));
    }
    assertNull(consumer.receiveNoWait());
  }

  @Test
  void aReceivedLargeBodyIsForwardedAsItIs() throws JMSException {
    byte[] body = new byte[100_000];
    new Random(1).nextBytes(body);
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(body);
    producer.send(message);
    Message first = consumer.receive(SOON);
    producer.send(first);
    assertArrayEquals(body, consumer.receive(SOON).getBody(byte[].class));
    assertArrayEquals(body, first.getBody(byte[].class));
  }

  @Test
  void aLargeBodyTravelsWithATransactionToo(TestServer server) throws JMSException {
    Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
    String body = "x".repeat(1024 * 1024);
    transacted.createProducer(queue).send(transacted.createTextMessage(body));
    assertNull(consumer.receiveNoWait());
    transacted.commit();
    assertEquals(body, consumer.receive(SOON).getBody(String.class));
  }

  @Test
  void noTextAndEmptyTextAreTwoThings() throws JMSException {
    producer.send(session.createTextMessage(null));
    producer.send(session.createTextMessage(""));
    assertNull(((TextMessage) consumer.receive(SOON)).getText());
    assertEquals("", ((TextMessage) consumer.receive(SOON)).getText());
  }

  @Test
  void aHeaderLineBeyondItsLimitIsRefusedByNameAndNothingIsSent() throws JMSException {
    Message message = session.createMessage();
    message.setStringProperty("note", "x".repeat(70 * 1024));
    JMSException refused = assertThrows(JMSException.class, () -> producer.send(message));
    assertTrue(refused.getMessage().contains("at most 65536"), refused.getMessage());
    Message fits = session.createMessage();
    fits.setStringProperty("note", "x".repeat(60 * 1024));
    producer.send(fits);
    assertEquals(60 * 1024, consumer.receive(SOON).getStringProperty("note").length());
    assertNull(consumer.receiveNoWait());
  }

  @Test
  void aMessageChangedAfterAnAsynchronousSendIsSentAsItWas() throws Exception {
    CountDownLatch sent = new CountDownLatch(50);
    TextMessage message = session.createTextMessage();
    for (int i = 0; i < 50; i++) {
      message.clearBody();
      message.setText("m" + i);
      producer.send(
          message,
          new CompletionListener() {
            @Override
            public void onCompletion(Message done) {
              sent.countDown();
            }

            @Override
            public void onException(Message failed, Exception why) {
              throw new AssertionError(why);
            }
          });
    }
    message.setText("changed");
    assertTrue(sent.await(SOON, TimeUnit.MILLISECONDS));
    for (int i = 0; i < 50; i++) {
      assertEquals("m" + i, consumer.receive(SOON).getBody(String.class));
    }
  }
}
