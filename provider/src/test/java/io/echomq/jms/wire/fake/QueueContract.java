package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.counts;
import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static io.echomq.jms.wire.fake.BrokerHarness.tokens;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sending to and fetching from a queue: order, priority, delay, expiry, groups. */
public interface QueueContract extends BrokerHarness {

  @Test
  default void emptyQueueAnswersNothingAndNoDueTime() throws WireException {
    Fetched fetched = broker().fetch(new Fetch(queue(), null, "s1", 5, LONG_LEASE, 10));

    assertEquals(Fetched.NOTHING, fetched);
  }

  @Test
  default void messagesComeInTheOrderOfTheSends() throws WireException {
    sendAll("a", "b", "c");

    assertEquals(List.of("a", "b", "c"), texts(fetch(10)));
  }

  @Test
  default void sendsNobodyWaitsForKeepTheOrderOfTheCalls() throws WireException {
    List<Reply<Void>> replies = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      expected.add("m" + i);
      replies.add(broker().send(text("m" + i).build()));
    }
    for (Reply<Void> reply : replies) {
      reply.await();
    }

    assertEquals(expected, texts(fetch(100)));
  }

  @Test
  default void fetchTakesNoMoreThanAsked() throws WireException {
    sendAll("a", "b", "c");

    assertEquals(List.of("a", "b"), texts(fetch(2)));
    assertEquals(List.of("c"), texts(fetch(2)));
    assertEquals(List.of(), texts(fetch(2)));
  }

  @Test
  default void headerPropertiesAndBodyArriveAsSent() throws WireException {
    Outgoing sent =
        text("ünïcode").property("n", 7).property("s", "x").priority(6).ttl(60_000).build();
    broker().send(sent).await();

    Delivery got = fetch(1).get(0);

    MessageHeader header = got.message().header();
    MessageHeader expected = sent.message().header();
    assertEquals(expected.messageId(), header.messageId());
    assertEquals(expected.timestamp(), header.timestamp());
    assertEquals(queue(), header.destination());
    assertEquals(6, header.priority());
    assertTrue(header.persistent());
    assertEquals(expected.expiration(), header.expiration());
    assertEquals(expected.deliveryTime(), header.deliveryTime());
    assertEquals(Map.of("n", 7, "s", "x"), got.message().properties());
    assertEquals(new Body.Text("ünïcode"), got.message().body());
  }

  @Test
  default void largeBodyArrivesWhole() throws WireException {
    String large = "0123456789abcdef".repeat(8192);
    sendAll("small", large, "after");

    assertEquals(List.of("small", large, "after"), texts(fetch(10)));
  }

  @Test
  default void leaseNamesQueueAndDeadline() throws WireException {
    sendAll("a");
    long before = broker().now();

    Delivery got = fetch(1).get(0);

    assertEquals(queue(), got.token().from());
    assertEquals("", got.token().group());
    assertEquals(1, got.count());
    assertFalse(got.redelivered());
    assertTrue(got.leasedUntil() >= before + LONG_LEASE - 50, "leased until " + got.leasedUntil());
  }

  @Test
  default void higherPriorityComesFirstAndOrderHoldsWithinOne() throws WireException {
    text("low").priority(0).send();
    text("n1").send();
    text("high1").priority(9).send();
    text("n2").send();
    text("high2").priority(9).send();

    assertEquals(List.of("high1", "high2", "n1", "n2", "low"), texts(fetch(10)));
  }

  @Test
  default void delayedMessageComesNotBeforeItsTimeAndSaysWhen() throws WireException {
    text("later").delay(2_000).send();

    Fetched early = broker().fetch(new Fetch(queue(), null, "s1", 5, LONG_LEASE, 10));
    assertEquals(List.of(), early.deliveries());
    assertTrue(early.dueInMillis() > 0 && early.dueInMillis() <= 2_000, "" + early.dueInMillis());

    elapse(2_020);
    Tended tended = broker().tend(List.of(queue()), LONG_LEASE).get(queue());
    assertTrue(tended.ready());
    assertEquals(-1, tended.dueInMillis());
    assertEquals(List.of("later"), texts(fetch(5)));
  }

  @Test
  default void delayedMessageKeepsItsPriority() throws WireException {
    text("high").priority(9).delay(50).send();
    sendAll("normal");
    elapse(60);
    broker().tend(List.of(queue()), LONG_LEASE);

    assertEquals(List.of("high", "normal"), texts(fetch(5)));
  }

  @Test
  default void expiredMessageIsNeverFetched() throws WireException {
    text("short").ttl(50).send();
    sendAll("long");
    elapse(60);

    assertEquals(List.of("long"), texts(fetch(5)));
  }

  @Test
  default void completedMessageIsGone() throws WireException {
    sendAll("a", "b");
    List<Delivery> got = fetch(2);

    Settled settled = broker().complete(tokens(got)).await();

    assertEquals(Settled.ALL, settled);
    broker().giveBack(got.stream().map(GiveBack::unseen).toList());
    assertEquals(List.of(), fetch(5));
  }

  @Test
  default void completingTwiceFindsTheMessageGone() throws WireException {
    sendAll("a");
    List<Delivery> got = fetch(1);
    broker().complete(tokens(got)).await();

    assertEquals(new Settled(List.of(), tokens(got)), broker().complete(tokens(got)).await());
  }

  @Test
  default void membersOfOneGroupGoToOneSessionInOrder() throws WireException {
    text("g1").property("JMSXGroupID", "g").send();
    text("g2").property("JMSXGroupID", "g").send();
    text("g3").property("JMSXGroupID", "g").send();
    List<Delivery> first = fetch(broker(), "s1", null, 1, LONG_LEASE);

    List<Delivery> others = fetch(other(), "s2", null, 10, LONG_LEASE);
    List<Delivery> same = fetch(broker(), "s1", null, 1, LONG_LEASE);

    assertEquals(List.of("g1"), texts(first));
    assertEquals(List.of(), texts(others));
    assertEquals(List.of("g2"), texts(same));

    broker().complete(tokens(first)).await();
    broker().complete(tokens(same)).await();
    assertEquals(List.of("g3"), texts(fetch(other(), "s2", null, 10, LONG_LEASE)));
  }

  @Test
  default void filteredFetchTakesMatchesInOrderAndLeavesTheRest() throws WireException {
    for (int i = 0; i < 6; i++) {
      text("m" + i).property("n", i % 2).send();
    }
    Filter odd = filter("n = 1", data -> Integer.valueOf(1).equals(data.properties().get("n")));
    List<Delivery> matches = new ArrayList<>();
    boolean more = true;
    while (more) {
      Fetched found = broker().fetch(new Fetch(queue(), odd, "s1", 5, LONG_LEASE, 10));
      matches.addAll(found.deliveries());
      more = found.more();
    }

    assertEquals(List.of("m1", "m3", "m5"), texts(matches));
    List<Delivery> rest = fetch(10);
    assertEquals(List.of("m0", "m2", "m4"), texts(rest));
    assertEquals(List.of(1, 1, 1), counts(rest));
  }

  @Test
  default void fetchSendsAMessageThatKilledItsConsumersToTheDeadSet() throws WireException {
    sendAll("poison", "fine");
    for (int i = 1; i <= 2; i++) {
      Fetch one = new Fetch(queue(), null, "s1", 1, SHORT_LEASE, 2);
      List<Delivery> got = broker().fetch(one).deliveries();
      assertEquals(List.of("poison"), texts(got));
      assertEquals(List.of(i), counts(got));
      elapse(SHORT_LEASE + 20);
      broker().tend(List.of(queue()), SHORT_LEASE);
    }

    Fetch last = new Fetch(queue(), null, "s1", 5, LONG_LEASE, 2);
    assertEquals(List.of("fine"), texts(broker().fetch(last).deliveries()));
  }
}
