package io.echomq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** How often the server is asked: the cost that no faster machine takes away. */
@Timeout(180)
class RoundTripsIT {
  private static final long SOON = 60_000;

  private final PrivateServer server = PrivateServer.start();
  private final Jedis jedis = server.jedis();

  @AfterEach
  void close() {
    jedis.close();
    server.close();
  }

  @Test
  void aSendIsOneScriptCallAndNothingElse() throws JMSException {
    try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE)) {
      Queue queue = context.createQueue("orders");
      JMSProducer producer = context.createProducer();
      producer.send(queue, "the first connects and loads");
      CommandCounts.tellApart(jedis);
      for (int i = 0; i < 200; i++) {
        producer.send(queue, "m");
      }
      assertEquals(200, sends("evalsha"));
      // A thread that is held up may find the flusher at work: another channel then loads its own.
      assertTrue(sends("script") < 20, "scripts are sent again and again");
    }
  }

  @Test
  void aTransactionOfAHundredIsOneScriptCall() throws JMSException {
    try (JMSContext context = context(JMSContext.SESSION_TRANSACTED)) {
      Queue queue = context.createQueue("orders");
      JMSProducer producer = context.createProducer();
      producer.send(queue, "the first connects and loads");
      context.commit();
      CommandCounts.tellApart(jedis);
      for (int i = 0; i < 100; i++) {
        producer.send(queue, "m");
      }
      assertEquals(0, sends("evalsha"));
      context.commit();
      assertEquals(1, sends("evalsha"));
    }
  }

  @Test
  void aThousandMessagesAreDrainedInAFewDozenScriptCalls() throws JMSException {
    fill(1000);
    try (JMSContext context = context(JMSContext.SESSION_TRANSACTED)) {
      JMSConsumer consumer = context.createConsumer(context.createQueue("orders"));
      jedis.configResetStat();
      long begun = System.nanoTime();
      for (int i = 0; i < 1000; i++) {
        assertNotNull(consumer.receive(SOON));
      }
      context.commit();
      // 1, 4, 16, 64, 256, 659 and the commit; more when this thread is held up in between.
      long calls = calls("evalsha");
      assertTrue(calls <= 40 + 4 * beatsSince(begun), "script calls: " + calls);
    }
  }

  @Test
  void aRequestAndItsReplyAreSixScriptCalls() throws JMSException {
    try (JMSContext asking = context(JMSContext.AUTO_ACKNOWLEDGE);
        JMSContext answering = context(JMSContext.AUTO_ACKNOWLEDGE)) {
      JMSProducer answers = answering.createProducer();
      answering
          .createConsumer(answering.createQueue("requests"))
          .setMessageListener(request -> answers.send(replyTo(request), "reply"));
      Queue replies = asking.createTemporaryQueue();
      JMSConsumer consumer = asking.createConsumer(replies);
      JMSProducer requests = asking.createProducer().setJMSReplyTo(replies);
      Queue to = asking.createQueue("requests");
      long begun = 0;
      for (int i = 0; i < 300; i++) {
        if (i == 100) {
          begun = System.nanoTime();
          jedis.configResetStat();
        }
        requests.send(to, "request");
        assertNotNull(consumer.receive(SOON));
      }
      // Two sends, two fetches, two acknowledgements; and sometimes a fetch too many. On each beat
      // of either consumer its queue may be tended and asked.
      long calls = calls("evalsha");
      long beats = beatsSince(begun);
      assertTrue(calls <= 200 * 7.5 + 4 * beats, "script calls: " + calls + ", beats: " + beats);
    }
  }

  /** The slower the machine, the more often a consumer beats meanwhile. */
  private static long beatsSince(long begunNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos) / 250;
  }

  private static Queue replyTo(Message request) {
    try {
      return (Queue) request.getJMSReplyTo();
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  private void fill(int count) throws JMSException {
    try (JMSContext context = context(JMSContext.SESSION_TRANSACTED)) {
      JMSProducer producer = context.createProducer();
      for (int i = 0; i < count; i++) {
        producer.send(context.createQueue("orders"), "m");
      }
      context.commit();
    }
  }

  private JMSContext context(int mode) throws JMSException {
    return new EchoMQConnectionFactory(server.uri()).createContext(mode);
  }

  private long sends(String command) {
    return CommandCounts.callsOf(jedis, "send", command);
  }

  private long calls(String command) {
    return CommandCounts.calls(jedis, command);
  }
}
