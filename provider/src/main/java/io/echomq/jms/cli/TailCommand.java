package io.echomq.jms.cli;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.wire.StoredMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Follows a queue by looking at its newest messages, which takes none; what is consumed between two
 * looks is not seen. Follows a topic as one more subscriber, which misses nothing.
 */
final class TailCommand implements Command {
  private static final long LOOK_MILLIS = 200;
  private static final int MOST_A_LOOK = 500;
  private static final String TOPIC = "topic:";

  @Override
  public String name() {
    return "tail";
  }

  @Override
  public String arguments() {
    return "QUEUE|topic:TOPIC [--last N] [--max N]";
  }

  @Override
  public String purpose() {
    return "shows new messages as they come, before them the last N (queue: 10), until --max or Ctrl-C";
  }

  @Override
  public Action prepare(Arguments arguments) throws UsageException {
    String name = arguments.word("queue");
    boolean topic = name.startsWith(TOPIC);
    if (!topic) {
      Arguments.queue("queue", name);
    }
    int last = arguments.number("--last", topic ? 0 : 10);
    int most = arguments.number("--max", 0);
    long left = most == 0 ? Long.MAX_VALUE : most;
    return topic
        ? session -> followTopic(session, name.substring(TOPIC.length()), last, left)
        : session -> followQueue(session, name, Math.min(last, MOST_A_LOOK), left);
  }

  private static int followQueue(Session session, String queue, int last, long most)
      throws JMSException {
    List<StoredMessage> found = session.admin().newest(queue, null, Math.max(1, last));
    String after = found.isEmpty() ? null : found.get(found.size() - 1).id();
    long left = most;
    if (last == 0) {
      found = List.of();
    }
    while (true) {
      for (StoredMessage message : found) {
        session.output().next(Views.whole(message), line(message));
        after = message.id();
        if (--left == 0) {
          return DONE;
        }
      }
      if (!pause()) {
        return DONE;
      }
      found = session.admin().newest(queue, after, MOST_A_LOOK);
    }
  }

  private static int followTopic(Session session, String topic, int last, long most)
      throws JMSException {
    String from = last == 0 ? topic : topic + (topic.contains("?") ? "&" : "?") + "last=" + last;
    try (JMSContext context = new EchoMQConnectionFactory(session.uri()).createContext();
        JMSConsumer consumer = context.createConsumer(context.createTopic(from))) {
      for (long left = most; left > 0; left--) {
        Message message = consumer.receive();
        if (message == null) {
          break;
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", message.getJMSMessageID());
        row.put("sent", Instant.ofEpochMilli(message.getJMSTimestamp()).toString());
        String body = message instanceof TextMessage text ? text.getText() : message.toString();
        row.put("body", body);
        session.output().next(row, row.get("sent") + "  " + row.get("id") + "  " + body);
      }
      return DONE;
    } catch (JMSRuntimeException failed) {
      JMSException told = new JMSException(failed.getMessage(), failed.getErrorCode());
      told.initCause(failed);
      throw told;
    }
  }

  private static String line(StoredMessage message) {
    Map<String, Object> brief = Views.brief(message);
    return brief.get("sent") + "  " + brief.get("id") + "  " + Output.text(brief.get("body"));
  }

  /** False when this thread is asked to end. */
  private static boolean pause() {
    try {
      return !new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
