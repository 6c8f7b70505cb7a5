package io.echomq.jms.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.transactions.CrashPoint.Plan;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * A process that halts at any step of a transaction, and a recovery after it: no order is lost or
 * booked twice (queue, topic and database agree), and nothing stays undecided.
 */
@WithServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@Tag("long")
class CrashMatrixIT {
  private static final int ORDERS = 30;
  private static final int AMOUNT = 7;

  @TempDir static Path data;

  private String uri;
  private Jedis jedis;

  @BeforeAll
  void open(TestServer server) throws Exception {
    uri = server.uri("lease=2s&beat=50ms&maxDeliveries=1000");
    jedis = server.jedis();
    Narayana.start(Narayana.log());
    try (Bank bank = new Bank(uri, data)) {
      bank.createAccount();
      bank.audit().close();
    }
    try (JMSContext context = new EchoMQConnectionFactory(uri).createContext()) {
      JMSProducer producer = context.createProducer().setProperty("amount", AMOUNT);
      for (int i = 0; i < ORDERS; i++) {
        producer.send(context.createQueue("in"), "order " + i);
        producer.send(context.createTopic("news"), "news " + i);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> everyCrashEndsWholeOrNotAtAll() {
    List<Plan> plans = new ArrayList<>();
    for (boolean commit : new boolean[] {true, false}) {
      for (CrashPoint point : CrashPoint.values()) {
        plans.add(new Plan(point, false, commit));
        plans.add(new Plan(point, true, commit));
      }
    }
    return Stream.concat(
        plans.stream().map(plan -> dynamicTest(plan.text(), () -> crashAndRecover(plan))),
        Stream.of(dynamicTest("the news that were not booked", this::newsAreLeft)));
  }

  /** What no booking has read is still there, once. */
  private void newsAreLeft() throws Exception {
    long expected = ORDERS - booked();
    Set<String> left = new HashSet<>();
    try (Bank bank = new Bank(uri, data);
        MessageConsumer audit = bank.audit()) {
      while (left.size() < expected) {
        Message record = audit.receive(60_000);
        assertNotNull(record, "lost");
        assertTrue(left.add(record.getBody(String.class)), "doubled");
      }
      assertNull(audit.receiveNoWait());
    }
  }

  private void crashAndRecover(Plan plan) throws Exception {
    long before = booked();
    assertTrue(BookingProcess.crashes(uri, data, plan), "it did not crash at " + plan.text());
    int balance;
    try (Bank bank = new Bank(uri, data)) {
      bank.recover();
      balance = bank.balance();
    }
    long booked = booked();
    assertEquals(booked * AMOUNT, balance, "queue and database differ");
    assertEquals(ORDERS, booked + left(), "orders were lost or doubled");
    assertEquals(booked, jedis.xlen("emq:{bookings}:stream:events"), "queue and topic differ");
    assertEquals(0, jedis.zcard("emq:{_jms}:jms:branches"), "a branch is undecided");
    assertEquals(0, pinned(), "an order is pinned and nobody will decide it");
    boolean decided = plan.point().compareTo(CrashPoint.QUEUE_DECISION) >= 0;
    assertEquals(before + (plan.commit() && decided ? 1 : 0), booked);
  }

  private long booked() {
    return jedis.zcard("emq:{out}:pending");
  }

  private long left() {
    return jedis.zcard("emq:{in}:pending") + jedis.zcard("emq:{in}:active");
  }

  private long pinned() {
    return jedis.zcount("emq:{in}:active", "+inf", "+inf");
  }
}
