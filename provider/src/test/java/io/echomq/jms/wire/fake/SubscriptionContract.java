package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.counts;
import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static io.echomq.jms.wire.fake.BrokerHarness.tokens;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Topics: what each kind of subscription gets, how it is settled, who may join. */
public interface SubscriptionContract extends TopicHarness {

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void subscriptionGetsWhatIsSentAfterItInOrder(Kind kind) throws WireException {
    publish("before");
    try (Subscription subscription = subscribe(kind)) {
      publish("a", "b", "c");

      List<Delivery> got = take(subscription, 3);

      assertEquals(List.of("a", "b", "c"), texts(got));
      assertEquals(List.of(1, 1, 1), counts(got));
      assertEquals(topic(), got.get(0).message().header().destination());
      assertEquals(Settled.ALL, broker().complete(tokens(got)).await());
      assertEquals(List.of(), nothing(subscription));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void fetchTakesNoMoreThanAskedOfATopic(Kind kind) throws WireException {
    try (Subscription subscription = subscribe(kind)) {
      publish("a", "b", "c");

      assertEquals(List.of("a", "b"), texts(subscription.fetchNow(2).deliveries()));
      assertEquals(List.of("c"), texts(subscription.fetchNow(2).deliveries()));
    }
  }

  @Test
  default void everyPlainSubscriptionGetsEverything() throws WireException {
    try (Subscription one = subscribe(Kind.PLAIN);
        Subscription two = subscribe(Kind.PLAIN)) {
      publish("a", "b");

      assertEquals(List.of("a", "b"), texts(take(one, 2)));
      assertEquals(List.of("a", "b"), texts(take(two, 2)));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SHARED", "SHARED_DURABLE"})
  default void consumersOfASharedSubscriptionShareTheMessages(Kind kind) throws WireException {
    try (Subscription one = subscribe(kind);
        Subscription two = otherSubscribe(kind)) {
      publish("a", "b", "c", "d");

      List<String> all = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        all.addAll(texts(one.fetchNow(1).deliveries()));
        all.addAll(texts(two.fetchNow(1).deliveries()));
      }

      assertEquals(List.of("a", "b", "c", "d"), all);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  default void durableSubscriptionKeepsWhatIsSentWhileItHasNoConsumer(Kind kind)
      throws WireException {
    subscribe(kind).close();
    publish("a", "b");

    try (Subscription again = otherSubscribe(kind)) {
      assertEquals(List.of("a", "b"), texts(take(again, 2)));
    }
  }

  @Test
  default void sharedSubscriptionThatIsNotDurableEndsWithItsLastConsumer() throws WireException {
    Subscription one = subscribe(Kind.SHARED);
    Subscription two = otherSubscribe(Kind.SHARED);
    one.close();
    publish("kept");
    assertEquals(List.of("kept"), texts(take(two, 1)));
    two.close();
    publish("lost");

    try (Subscription again = subscribe(Kind.SHARED)) {
      assertEquals(List.of(), nothing(again));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void whatIsGivenBackComesFirstInOrderWithItsCount(Kind kind) throws WireException {
    try (Subscription subscription = subscribe(kind)) {
      publish("a", "b", "c", "d");
      List<Delivery> got = take(subscription, 3);

      broker()
          .giveBack(
              List.of(
                  new GiveBack(got.get(0), Verdict.AGAIN, 0, "failed"),
                  GiveBack.unseen(got.get(1)),
                  GiveBack.unseen(got.get(2))));

      List<Delivery> again = take(subscription, 4);
      assertEquals(List.of("a", "b", "c", "d"), texts(again));
      assertEquals(List.of(2, 1, 1, 1), counts(again));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void redeliveryDelayHoldsARecordBackAndLetsOthersPass(Kind kind) throws WireException {
    try (Subscription subscription = subscribe(kind)) {
      publish("late", "next");
      List<Delivery> got = take(subscription, 1);

      broker().giveBack(List.of(new GiveBack(got.get(0), Verdict.AGAIN, 1_500, null)));

      assertEquals(List.of("next"), texts(subscription.fetchNow(5).deliveries()));
      elapse(1_520);
      List<Delivery> late = take(subscription, 1);
      assertEquals(List.of("late"), texts(late));
      assertEquals(List.of(2), counts(late));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void deadRecordGoesToTheDeadOfTheTopicsQueueWithItsOrigin(Kind kind)
      throws WireException {
    try (Subscription subscription = subscribe(kind)) {
      publish("poison", "fine");
      List<Delivery> got = take(subscription, 1);

      broker().giveBack(List.of(new GiveBack(got.get(0), Verdict.DEAD, 0, "cannot be read")));

      assertEquals(List.of("fine"), texts(take(subscription, 1)));
      List<Delivery> dead = browse(broker(), "dead");
      assertEquals(List.of("poison"), texts(dead));
      assertEquals(
          got.get(0).message().header().messageId(), dead.get(0).message().header().messageId());
      assertEquals(
          topic().name(), dead.get(0).message().properties().get("JMS_EchoMQ_OriginalDestination"));
      assertEquals(
          kind == Kind.PLAIN ? "" : NAME,
          dead.get(0).message().properties().get("JMS_EchoMQ_Subscription"));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void selectorTakesMatchesAndAcknowledgesTheRest(Kind kind) throws WireException {
    Filter odd = filter("n = 1", data -> Integer.valueOf(1).equals(data.properties().get("n")));
    try (Subscription subscription = broker().subscribe(spec(kind, odd, false))) {
      for (int i = 0; i < 6; i++) {
        message("m" + i).property("n", i % 2).send();
      }

      List<Delivery> got = take(subscription, 3);

      assertEquals(List.of("m1", "m3", "m5"), texts(got));
      broker().complete(tokens(got)).await();
      assertEquals(List.of(), nothing(subscription));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"PLAIN", "DURABLE"})
  default void noLocalSkipsWhatItsOwnConnectionSends(Kind kind) throws WireException {
    try (Subscription subscription = broker().subscribe(spec(kind, null, true))) {
      publish("mine");
      OutgoingBuilder.text(other(), topic(), "theirs").send();

      assertEquals(List.of("theirs"), texts(take(subscription, 1)));
      assertEquals(List.of(), nothing(subscription));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void expiredRecordIsNotDelivered(Kind kind) throws WireException {
    try (Subscription subscription = subscribe(kind)) {
      message("short").ttl(50).send();
      publish("long");
      elapse(60);

      assertEquals(List.of("long"), texts(take(subscription, 1)));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void delayedRecordGoesToTheSubscriptionsOfItsSend(Kind kind) throws WireException {
    try (Subscription before = subscribe(kind)) {
      message("later").delay(1_500).send();
      assertEquals(List.of(), before.fetchNow(5).deliveries());

      try (Subscription after =
          broker().subscribe(spec(Kind.SHARED, "after-" + UUID.randomUUID(), null, false))) {
        elapse(1_520);
        assertEquals(List.of("later"), texts(take(before, 1)));
        assertEquals(List.of(), nothing(after));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void waitingConsumerIsToldOfASend(Kind kind) throws Exception {
    try (Subscription subscription = subscribe(kind)) {
      assertEquals(List.of(), nothing(subscription));
      CountDownLatch ready = new CountDownLatch(2);
      // Once for the registration, as a look never hurts, once for the send.
      subscription.onReady(ready::countDown);
      assertEquals(List.of(), subscription.fetch(5).deliveries());

      publish("a");

      assertTrue(ready.await(5, TimeUnit.SECONDS));
      assertEquals(List.of("a"), texts(take(subscription, 1)));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void unitPublishesAndAcknowledgesAsOne(Kind kind) throws WireException {
    try (Subscription subscription = subscribe(kind)) {
      publish("in");
      List<Delivery> got = take(subscription, 1);
      TransactionUnit unit =
          new TransactionUnit(
              "session-" + UUID.randomUUID(),
              1,
              tokens(got),
              List.of(message("out").build(), text("job").build()));
      assertEquals(List.of(), nothing(subscription));

      broker().commit(unit).await();
      broker().commit(unit).await();

      assertEquals(List.of("out"), texts(take(subscription, 1)));
      assertEquals(List.of("job"), texts(fetch(5)));
      assertEquals(List.of(), nothing(subscription));
    }
  }

  @Test
  default void unitThatAcknowledgesWhatIsGivenBackIsRolledBack() throws WireException {
    try (Subscription subscription = subscribe(Kind.DURABLE)) {
      publish("in");
      List<Delivery> got = take(subscription, 1);
      broker().giveBack(List.of(GiveBack.unseen(got.get(0))));
      TransactionUnit unit =
          new TransactionUnit(
              "session-" + UUID.randomUUID(), 1, tokens(got), List.of(message("never").build()));

      WireException refused =
          assertThrows(WireException.class, () -> broker().commit(unit).await());

      assertEquals(WireError.ROLLED_BACK, refused.error());
      assertEquals(List.of("in"), texts(take(subscription, 1)));
      assertEquals(List.of(), nothing(subscription));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  default void closedConsumersMessagesStayItsOwnUntilTheyAreSettled(Kind kind)
      throws WireException {
    Subscription first = subscribe(kind);
    publish("a", "b");
    List<Delivery> got = take(first, 2);
    first.close();

    try (Subscription second = subscribe(kind)) {
      assertEquals(List.of(), nothing(second));
      assertEquals(List.of(), broker().extend(tokens(got), LONG_LEASE));
      broker().complete(tokens(got.subList(0, 1))).await();
      broker().giveBack(List.of(new GiveBack(got.get(1), Verdict.AGAIN, 0, null)));

      List<Delivery> again = take(second, 1);
      assertEquals(List.of("b"), texts(again));
      assertEquals(List.of(2), counts(again));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  default void whatAClosedConnectionHeldGoesToTheNextConsumerCounted(Kind kind)
      throws WireException {
    Subscription first = otherSubscribe(kind);
    publish("a", "b");
    assertEquals(List.of("a"), texts(first.fetchNow(1).deliveries()));
    other().close();

    try (Subscription second = subscribe(kind)) {
      List<Delivery> got = take(second, 2);
      assertEquals(List.of("a", "b"), texts(got));
      assertEquals(List.of(2, 1), counts(got));
    }
  }
}
