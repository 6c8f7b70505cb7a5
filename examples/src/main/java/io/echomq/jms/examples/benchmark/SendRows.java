package io.echomq.jms.examples.benchmark;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Persistent messages into a queue, and nobody consumes. Threads: each workload by one. */
final class SendRows {
  private static final int IN_FLIGHT = 1000;

  private SendRows() {}

  /** Each send waits for its answer; one session and connection a thread, as pools give them. */
  static Sample sync(Site site, int threads) throws JMSException, InterruptedException {
    String queue = site.name();
    List<Long> sent =
        Crew.run(
            threads,
            i ->
                start -> {
                  try (Connection connection = site.connect();
                      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                      MessageProducer producer =
                          session.createProducer(session.createQueue(queue))) {
                    Message message = Site.message(session, Site.BODY_BYTES);
                    producer.send(message);
                    Crew.together(start);
                    long count = 0;
                    for (long end = site.deadline(); System.nanoTime() < end; count++) {
                      producer.send(message);
                    }
                    return count;
                  }
                });
    return emptied(site, queue, sent.stream().mapToLong(Long::longValue).sum());
  }

  private static Sample emptied(Site site, String queue, long sent) throws JMSException {
    try (Connection connection = site.connect()) {
      site.empty(connection, queue);
    }
    return Sample.of(sent, TimeUnit.MILLISECONDS.toNanos(site.millis()));
  }

  static Sample transacted(Site site, int batch) throws JMSException {
    try (Connection connection = site.connect();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(session.createQueue(site.name()))) {
      Message message = Site.message(session, Site.BODY_BYTES);
      long count = 0;
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end; count += batch) {
        for (int i = 0; i < batch; i++) {
          producer.send(message);
        }
        session.commit();
      }
      Sample sample = Sample.of(count, System.nanoTime() - begun);
      site.empty(connection, site.name());
      return sample;
    }
  }

  /** With a completion listener, at most a thousand on their way. */
  static Sample async(Site site) throws JMSException, InterruptedException {
    try (Connection connection = site.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue(site.name()))) {
      Semaphore room = new Semaphore(IN_FLIGHT);
      Completions completions = new Completions(room);
      long count = 0;
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end; count++) {
        room.acquire();
        // A message belongs to the provider until its completion.
        producer.send(Site.message(session, Site.BODY_BYTES), completions);
      }
      room.acquire(IN_FLIGHT);
      Sample sample = Sample.of(count, System.nanoTime() - begun);
      if (completions.failure.get() != null) {
        throw new JMSException("an asynchronous send failed: " + completions.failure.get());
      }
      site.empty(connection, site.name());
      return sample;
    }
  }

  private record Completions(Semaphore room, AtomicReference<Exception> failure)
      implements CompletionListener {
    Completions(Semaphore room) {
      this(room, new AtomicReference<>());
    }

    @Override
    public void onCompletion(Message message) {
      room.release();
    }

    @Override
    public void onException(Message message, Exception exception) {
      failure.compareAndSet(null, exception);
      room.release();
    }
  }

  /** One thread sends, then receives, messages of one size; each message counts once. */
  static Sample bodies(Site site, int bytes) throws JMSException {
    int most = Math.max(20, Math.min(site.backlog(), (256 << 20) / bytes / 4));
    try (Connection connection = site.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue(site.name()));
        var consumer = session.createConsumer(session.createQueue(site.name()))) {
      Message message = Site.message(session, bytes);
      int sent = 0;
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end && sent < most; sent++) {
        producer.send(message);
      }
      for (int i = 0; i < sent; i++) {
        Site.receive(consumer);
      }
      return Sample.of(sent, System.nanoTime() - begun);
    }
  }

  /** One thread sends to many queues in turn. */
  static Sample manyQueues(Site site, int queues) throws JMSException {
    try (Connection connection = site.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(null)) {
      Message message = Site.message(session, Site.BODY_BYTES);
      // The same queues in every round: to make them is not what is measured.
      jakarta.jms.Queue[] all = new jakarta.jms.Queue[queues];
      for (int i = 0; i < queues; i++) {
        all[i] = session.createQueue("many." + i);
        producer.send(all[i], message);
      }
      long count = 0;
      for (long end = site.deadline(); System.nanoTime() < end; count++) {
        producer.send(all[(int) (count % queues)], message);
      }
      return Sample.of(count, TimeUnit.MILLISECONDS.toNanos(site.millis()));
    }
  }
}
