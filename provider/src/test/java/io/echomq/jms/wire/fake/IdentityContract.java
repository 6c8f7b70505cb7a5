package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Replay.Start;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscriptions: who they are, who may join, where they begin, how they end (§8.3). */
public interface IdentityContract extends TopicHarness {

  private void refused(SubscriptionSpec spec) {
    WireException failure = assertThrows(WireException.class, () -> other().subscribe(spec));
    assertEquals(WireError.SUBSCRIPTION_IN_USE, failure.error());
  }

  private SubscriptionSpec elsewhere(Kind kind) {
    Address topic = new Address(Address.Domain.TOPIC, queue().base(), "elsewhere");
    return new SubscriptionSpec(topic, kind, queue().base(), NAME, null, false);
  }

  @Test
  default void unsharedDurableSubscriptionHasOneConsumer() throws WireException {
    try (Subscription first = subscribe(Kind.DURABLE)) {
      refused(spec(Kind.DURABLE, null, false));
      assertEquals(topic(), first.topic());
    }
    otherSubscribe(Kind.DURABLE).close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SHARED", "SHARED_DURABLE"})
  default void sharedSubscriptionInUseKeepsItsTopicAndSelector(Kind kind) throws WireException {
    try (Subscription first = subscribe(kind)) {
      refused(elsewhere(kind));
      refused(spec(kind, filter("n = 1", data -> true), false));
      otherSubscribe(kind).close();
      assertEquals(topic(), first.topic());
    }
  }

  @Test
  default void sharedAndUnsharedDurableOnesOfOneNameExcludeEachOther() throws WireException {
    subscribe(Kind.DURABLE).close();
    refused(spec(Kind.SHARED_DURABLE, null, false));
    broker().unsubscribe(queue().base(), NAME);
    subscribe(Kind.SHARED_DURABLE).close();
    refused(spec(Kind.DURABLE, null, false));
  }

  @Test
  default void durableAndOtherSharedOnesOfOneNameAreApart() throws WireException {
    try (Subscription durable = subscribe(Kind.SHARED_DURABLE);
        Subscription other = subscribe(Kind.SHARED)) {
      publish("a");
      assertEquals(List.of("a"), texts(take(durable, 1)));
      assertEquals(List.of("a"), texts(take(other, 1)));
    }
  }

  @Test
  default void clientIdIsPartOfTheIdentityAndMayBeMissing() throws WireException {
    SubscriptionSpec anonymous =
        new SubscriptionSpec(topic(), Kind.SHARED, null, NAME, null, false);
    try (Subscription mine = subscribe(Kind.SHARED);
        Subscription nobodys = other().subscribe(anonymous)) {
      publish("a");
      assertEquals(List.of("a"), texts(take(mine, 1)));
      assertEquals(List.of("a"), texts(take(nobodys, 1)));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  default void anotherSelectorOrTopicReplacesADurableSubscription(Kind kind) throws WireException {
    subscribe(kind).close();
    publish("dropped");
    SubscriptionSpec changed = spec(kind, filter("n = 1", data -> true), false);
    try (Subscription anew = broker().subscribe(changed)) {
      assertEquals(List.of(), nothing(anew));
      publish("new");
      assertEquals(List.of("new"), texts(take(anew, 1)));
    }
    broker().subscribe(elsewhere(kind)).close();
    publish("not for elsewhere");
    try (Subscription moved = broker().subscribe(elsewhere(kind))) {
      assertEquals(List.of(), nothing(moved));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  default void unsubscribeWaitsUntilWhatIsInHandIsSettled(Kind kind) throws WireException {
    Subscription first = subscribe(kind);
    publish("a");
    List<Delivery> inHand = take(first, 1);
    first.close();
    WireException held =
        assertThrows(WireException.class, () -> broker().unsubscribe(queue().base(), NAME));
    assertEquals(WireError.SUBSCRIPTION_IN_USE, held.error());

    broker().complete(List.of(inHand.get(0).token())).await();

    broker().unsubscribe(queue().base(), NAME);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DURABLE", "SHARED_DURABLE"})
  default void unsubscribeDeletesWhatWasNotDelivered(Kind kind) throws WireException {
    Subscription first = subscribe(kind);
    publish("a");
    WireException active =
        assertThrows(WireException.class, () -> other().unsubscribe(queue().base(), NAME));
    assertEquals(WireError.SUBSCRIPTION_IN_USE, active.error());
    first.close();

    other().unsubscribe(queue().base(), NAME);

    WireException gone =
        assertThrows(WireException.class, () -> broker().unsubscribe(queue().base(), NAME));
    assertEquals(WireError.NO_SUCH_SUBSCRIPTION, gone.error());
    try (Subscription anew = subscribe(kind)) {
      assertEquals(List.of(), nothing(anew));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  default void replayBeginsWhereItIsToldAndGoesOnLive(Kind kind) throws WireException {
    publish("a", "b", "c");
    try (Subscription all = broker().subscribe(replay(kind, Replay.from(Start.BEGINNING, 0)))) {
      publish("d");
      assertEquals(List.of("a", "b", "c", "d"), texts(take(all, 4)));
    }
  }

  @Test
  default void lastCountsBackFromTheEnd() throws WireException {
    publish("a", "b", "c");
    try (Subscription two = broker().subscribe(replay(Kind.PLAIN, Replay.from(Start.LAST, 2)));
        Subscription more = broker().subscribe(replay(Kind.PLAIN, Replay.from(Start.LAST, 99)));
        Subscription none = broker().subscribe(replay(Kind.PLAIN, Replay.from(Start.LAST, 0)))) {
      publish("d");
      assertEquals(List.of("b", "c", "d"), texts(take(two, 3)));
      assertEquals(List.of("a", "b", "c", "d"), texts(take(more, 4)));
      assertEquals(List.of("d"), texts(take(none, 1)));
    }
  }

  @Test
  default void replayFromATimeUntilATimeIsTheWindowBetween() throws WireException {
    publish("early");
    elapse(20);
    long from = broker().now();
    publish("a", "b");
    long until = broker().now();
    elapse(20);
    publish("late");

    try (Subscription window =
        broker().subscribe(replay(Kind.PLAIN, Replay.from(Start.AT, from).until(until)))) {
      assertEquals(List.of("a", "b"), texts(take(window, 2)));
      assertEquals(List.of(), nothing(window));
    }
  }

  @Test
  default void replayFromARecordBeginsWithIt() throws WireException {
    publish("a", "b", "c");
    try (Subscription all =
        broker().subscribe(replay(Kind.PLAIN, Replay.from(Start.BEGINNING, 0)))) {
      Delivery second = take(all, 3).get(1);
      String id = second.message().header().messageId().substring("ID:".length());
      try (Subscription from = broker().subscribe(replay(Kind.PLAIN, Replay.fromRecord(id)))) {
        assertEquals(List.of("b", "c"), texts(take(from, 2)));
      }
    }
  }

  @Test
  default void durableSubscriptionHeedsAReplayOnlyWhenItIsCreated() throws WireException {
    publish("a", "b");
    SubscriptionSpec fromStart = replay(Kind.DURABLE, Replay.from(Start.BEGINNING, 0));
    try (Subscription created = broker().subscribe(fromStart)) {
      List<Delivery> got = take(created, 2);
      assertEquals(List.of("a", "b"), texts(got));
      broker().complete(BrokerHarness.tokens(got)).await();
    }
    try (Subscription joined = broker().subscribe(fromStart)) {
      assertEquals(List.of(), nothing(joined));
    }
  }

  @Test
  default void temporaryTopicIsItsConnectionsAndGoesWithIt() throws WireException {
    Address temporary = other().createTemporary(Address.Domain.TOPIC);
    SubscriptionSpec spec = new SubscriptionSpec(temporary, Kind.PLAIN, null, null, null, false);
    Subscription reader = other().subscribe(spec);
    OutgoingBuilder.text(broker(), temporary, "hello").send();
    assertEquals(List.of("hello"), texts(take(reader, 1)));
    assertEquals(
        WireError.WRONG_STATE,
        assertThrows(WireException.class, () -> other().deleteTemporary(temporary)).error());
    reader.close();

    other().deleteTemporary(temporary);

    WireException gone =
        assertThrows(
            WireException.class, () -> OutgoingBuilder.text(broker(), temporary, "late").send());
    assertEquals(WireError.DESTINATION_GONE, gone.error());
  }
}
