package io.echomq.jms.examples.benchmark;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Messages that are consumed while they are sent. Threads: each workload by one. */
final class FlowRows {
  private static final String SENT_AT = "sentAt";

  private FlowRows() {}

  /** Producers that wait for each send, and as many consumers that receive. */
  static Sample flow(Site site, int pairs) throws JMSException, InterruptedException {
    AtomicBoolean sending = new AtomicBoolean(true);
    long[] began = new long[1];
    List<Latencies> all =
        Crew.run(2 * pairs, i -> i < pairs ? produce(site, began) : consume(site, sending, pairs));
    long[] sorted = Latencies.sorted(all);
    return new Sample(sorted.length, TimeUnit.MILLISECONDS.toNanos(site.millis()), sorted);
  }

  private static Crew.Task<Latencies> produce(Site site, long[] began) {
    return start -> {
      try (Connection connection = site.connect();
          Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          MessageProducer producer = session.createProducer(session.createQueue(site.name()))) {
        Message message = Site.message(session, Site.BODY_BYTES);
        Crew.together(start);
        for (long end = site.deadline(); System.nanoTime() < end; ) {
          message.setLongProperty(SENT_AT, System.nanoTime());
          producer.send(message);
        }
        return new Latencies();
      }
    };
  }

  private static Crew.Task<Latencies> consume(Site site, AtomicBoolean sending, int pairs) {
    return start -> {
      Latencies latencies = new Latencies();
      try (Connection connection = site.connect();
          Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          MessageConsumer consumer = session.createConsumer(session.createQueue(site.name()))) {
        Crew.together(start);
        // Until the queue is silent: also what came late has a latency.
        for (Message message = consumer.receive(2000);
            message != null;
            message = consumer.receive(1000)) {
          latencies.add(System.nanoTime() - message.getLongProperty(SENT_AT));
        }
        return latencies;
      }
    };
  }

  /** One requester, one answering listener, a temporary queue for the replies. */
  static Sample requestReply(Site site) throws JMSException {
    try (Connection server = site.connect();
        Connection client = site.connect();
        Session answering = server.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Session asking = client.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer answers = answering.createProducer(null)) {
      answering
          .createConsumer(answering.createQueue(site.name()))
          .setMessageListener(request -> answer(answers, request));
      Queue replies = asking.createTemporaryQueue();
      MessageConsumer consumer = asking.createConsumer(replies);
      MessageProducer requests = asking.createProducer(asking.createQueue(site.name()));
      Message request = Site.message(asking, Site.BODY_BYTES);
      request.setJMSReplyTo(replies);
      Latencies latencies = new Latencies();
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end; ) {
        long asked = System.nanoTime();
        requests.send(request);
        Site.receive(consumer);
        latencies.add(System.nanoTime() - asked);
      }
      long took = System.nanoTime() - begun;
      consumer.close();
      long[] sorted = Latencies.sorted(List.of(latencies));
      return new Sample(sorted.length, took, sorted);
    }
  }

  private static void answer(MessageProducer answers, Message request) {
    try {
      answers.send(request.getJMSReplyTo(), request);
    } catch (JMSException e) {
      throw new IllegalStateException("no answer could be sent", e);
    }
  }

  /** One publisher, which waits for each message's answer; delivered messages count. */
  static Sample topic(Site site, int subscribers, boolean durable)
      throws JMSException, InterruptedException {
    try (Connection connection = site.factory().createConnection()) {
      if (durable) {
        connection.setClientID("bench-" + site.name());
      }
      Session publishing = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      AtomicLong[] delivered = new AtomicLong[subscribers];
      Session[] sessions = new Session[subscribers];
      MessageConsumer[] consumers = new MessageConsumer[subscribers];
      for (int i = 0; i < subscribers; i++) {
        AtomicLong count = new AtomicLong();
        delivered[i] = count;
        sessions[i] = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        var topic = sessions[i].createTopic(site.name());
        consumers[i] =
            durable
                ? sessions[i].createDurableSubscriber(topic, "s" + i)
                : sessions[i].createConsumer(topic);
        consumers[i].setMessageListener(message -> count.incrementAndGet());
      }
      connection.start();
      MessageProducer producer = publishing.createProducer(publishing.createTopic(site.name()));
      Message message = Site.message(publishing, Site.BODY_BYTES);
      long published = 0;
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end; published++) {
        producer.send(message);
      }
      for (AtomicLong each : delivered) {
        await(each, published);
      }
      long took = System.nanoTime() - begun;
      for (int i = 0; durable && i < subscribers; i++) {
        consumers[i].close();
        sessions[i].unsubscribe("s" + i);
      }
      return Sample.of(published * subscribers, took);
    }
  }

  private static void await(AtomicLong delivered, long published)
      throws JMSException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (delivered.get() < published) {
      if (System.nanoTime() > end) {
        throw new JMSException(
            (published - delivered.get()) + " deliveries did not come within 60 s");
      }
      TimeUnit.MICROSECONDS.sleep(200);
    }
  }
}
