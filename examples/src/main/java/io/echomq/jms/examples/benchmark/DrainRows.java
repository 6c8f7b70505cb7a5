package io.echomq.jms.examples.benchmark;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A filled queue is drained. Threads: each workload by one. */
final class DrainRows {
  private DrainRows() {}

  static Sample receive(Site site) throws JMSException {
    try (Connection connection = site.connect()) {
      site.fill(connection, site.name(), site.backlog(), Site.BODY_BYTES, null);
      try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          MessageConsumer consumer = session.createConsumer(session.createQueue(site.name()))) {
        long begun = System.nanoTime();
        for (int i = 0; i < site.backlog(); i++) {
          Site.receive(consumer);
        }
        return Sample.of(site.backlog(), System.nanoTime() - begun);
      }
    }
  }

  static Sample transacted(Site site, int batch) throws JMSException {
    try (Connection connection = site.connect()) {
      site.fill(connection, site.name(), site.backlog(), Site.BODY_BYTES, null);
      try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
          MessageConsumer consumer = session.createConsumer(session.createQueue(site.name()))) {
        long begun = System.nanoTime();
        for (int i = 1; i <= site.backlog(); i++) {
          Site.receive(consumer);
          if (i % batch == 0) {
            session.commit();
          }
        }
        session.commit();
        return Sample.of(site.backlog(), System.nanoTime() - begun);
      }
    }
  }

  /** One session for each listener. */
  static Sample listeners(Site site, int listeners) throws JMSException, InterruptedException {
    try (Connection connection = site.factory().createConnection()) {
      site.fill(connection, site.name(), site.backlog(), Site.BODY_BYTES, null);
      CountDownLatch left = new CountDownLatch(site.backlog());
      for (int i = 0; i < listeners; i++) {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        session
            .createConsumer(session.createQueue(site.name()))
            .setMessageListener(message -> left.countDown());
      }
      long begun = System.nanoTime();
      connection.start();
      if (!left.await(60, TimeUnit.SECONDS)) {
        throw new JMSException(left.getCount() + " messages did not come within 60 s");
      }
      return Sample.of(site.backlog(), System.nanoTime() - begun);
    }
  }

  /** A selective consumer whose messages lie behind many others. */
  static Sample selector(Site site, int others, int matches) throws JMSException {
    try (Connection connection = site.connect()) {
      site.fill(connection, site.name(), others, Site.BODY_BYTES, "other");
      site.fill(connection, site.name(), matches, Site.BODY_BYTES, "wanted");
      Sample sample;
      try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          MessageConsumer consumer =
              session.createConsumer(session.createQueue(site.name()), "kind = 'wanted'")) {
        long begun = System.nanoTime();
        for (int i = 0; i < matches; i++) {
          Site.receive(consumer);
        }
        sample = Sample.of(matches, System.nanoTime() - begun);
      }
      site.empty(connection, site.name());
      return sample;
    }
  }

  /** Servers tidy their journals after so much: not what is measured. */
  private static void rest(int depth) throws InterruptedException {
    TimeUnit.MICROSECONDS.sleep(10L * depth);
  }

  /**
   * Sends and receives at a depth that stays; the deep queue is filled by the first round and kept.
   */
  static Sample atDepth(Site site, int depth) throws JMSException, InterruptedException {
    String queue = "deep." + depth;
    try (Connection connection = site.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      if (consumer.receive(1000) == null) {
        site.fill(connection, queue, depth, 64, null);
        rest(depth);
      }
      try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
        Message message = Site.message(session, 64);
        long count = 0;
        long begun = System.nanoTime();
        for (long end = site.deadline(); System.nanoTime() < end; count++) {
          producer.send(message);
          Site.receive(consumer);
        }
        return Sample.of(count, System.nanoTime() - begun);
      }
    }
  }
}
