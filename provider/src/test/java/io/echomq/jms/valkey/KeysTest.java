package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of the wire contract, "Key grammar (closed)". */
class KeysTest {
  private static final String ID = "JOB0STF4r0SSpz";

  private final Keys keys = new Keys();

  @Test
  void slotsAreThoseOfTheCluster() throws WireException {
    assertEquals(12739, slot("123456789"));
    assertEquals(slot("orders"), slot("emq:{orders}:pending"));
    assertEquals(slot("emq"), slot("{emq}:version"));
    // No hash tag: the braces are empty, or not closed.
    assertEquals(8363, slot("foo{}{bar}"));
    assertEquals(slot("a{b"), Slot.of(bytes("a{b")));
    assertEquals(slot("{bar"), slot("foo{{bar}}zap"));
    assertEquals(slot("bar"), slot("foo{bar}{zap}"));
    assertEquals(slot("orders"), keys.queue("orders").slot());
  }

  @Test
  void jobKeysOfOrdersHaveSeventeenBytesBeforeTheId() throws WireException {
    assertEquals(17, keys.queue("orders").jobPrefix().length);
    assertEquals("emq:{orders}:job:" + ID, text(keys.queue("orders").job(ID)));
  }

  @Test
  void everyTypeOfTheContractHasItsName() throws WireException {
    QueueKeys q = keys.queue("q");
    assertEquals("emq:{q}:pending", text(q.pending()));
    assertEquals("emq:{q}:active", text(q.active()));
    assertEquals("emq:{q}:schedule", text(q.schedule()));
    assertEquals("emq:{q}:dead", text(q.dead()));
    assertEquals("emq:{q}:wake", text(q.wake()));
    assertEquals("emq:{q}:meta", text(q.meta()));
    assertEquals("emq:{q}:metrics:completed", text(q.completed()));
    assertEquals("emq:{q}:metrics:failed", text(q.failed()));
    assertEquals("emq:{q}:ring", text(q.ring()));
    assertEquals("emq:{q}:paused", text(q.pausedLanes()));
    assertEquals("emq:{q}:glimit", text(q.laneLimits()));
    assertEquals("emq:{q}:gactive", text(q.laneActive()));
    assertEquals("emq:{q}:gweight", text(q.laneWeights()));
    assertEquals("emq:{q}:g:" + ID + ":pending", text(q.lane(ID)));
    assertEquals("emq:{q}:job:" + ID + ":lock", text(q.job(ID, QueueKeys.Sub.LOCK)));
    assertEquals("emq:{q}:de:order-1", text(q.deduplication("order-1")));
    assertEquals("emq:{q}:stream:audit", text(q.stream("audit")));
    assertEquals("emq:{q}:stream:$events", text(q.stream("$events")));
    assertEquals("emq:{q}:events", text(q.events()));
  }

  @Test
  void whatIsOursAloneLivesInOneFamily() throws WireException {
    QueueKeys q = keys.queue("q");
    assertEquals("emq:{q}:jms:prio", text(q.priorities()));
    assertEquals("emq:{q}:jms:expiry", text(q.expiry()));
    assertEquals("emq:{q}:jms:sent:c1", text(q.sent("c1")));
    assertEquals("emq:{q}:jms:stage:" + ID, text(q.stage(ID)));
    FactKeys facts = keys.facts();
    assertEquals("emq:{_jms}:jms:node:7", text(facts.node(7)));
    assertEquals("emq:{_jms}:jms:conn:c", text(facts.connection("c")));
    assertEquals("emq:{_jms}:jms:unit:s-1", text(facts.unit("s-1")));
    assertEquals("emq:{_jms}:jms:temp:_tmp.x", text(facts.temporary("_tmp.x")));
  }

  @Test
  void clientIdsOfAnyTextBecomeOneKeyEach() throws WireException {
    FactKeys facts = keys.facts();
    assertEquals("emq:{_jms}:jms:client:a%7Db%3A%20%C3%A9%25", text(facts.client("a}b: \u00e9%")));
    assertEquals("emq:{_jms}:jms:client:app-1", text(facts.client("app-1")));
  }

  @Test
  void reservedKeysAreFour() throws WireException {
    assertEquals("{emq}:version", text(Keys.VERSION));
    assertEquals("{emq}:locks", text(Keys.LOCKS));
    assertEquals("{emq}:bundle", text(Keys.BUNDLE));
    assertEquals("{emq}:migration:orders", text(Keys.migration("orders")));
    refused(() -> Keys.migration("emq"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "emq", "a b", "a/b", "a}b", "a{b", "a:b", "\u00e9", "a\n"})
  void refusesQueueNamesOutsideTheGrammar(String name) {
    refused(() -> keys.queue(name));
  }

  @Test
  void refusesQueueNamesAbove128Characters() throws WireException {
    assertEquals(128, keys.queue("q".repeat(128)).name().length());
    refused(() -> keys.queue("q".repeat(129)));
  }

  @Test
  void refusesIllFormedParts() throws WireException {
    QueueKeys q = keys.queue("q");
    refused(() -> q.job("JOB1"));
    refused(() -> q.job(null));
    refused(() -> q.job("JOB1", QueueKeys.Sub.LOGS));
    refused(() -> q.lane("group"));
    refused(() -> q.stage("x"));
    refused(() -> q.deduplication("a:b"));
    refused(() -> q.deduplication("d".repeat(256)));
    refused(() -> q.stream("a:b"));
    refused(() -> q.sent("a b"));
    refused(() -> q.own(""));
    refused(() -> q.own("a::b"));
  }

  @Test
  void keysOfAQueueAreBuiltOnceAndTheCacheStaysBounded() throws WireException {
    assertSame(keys.queue("orders"), keys.of(Address.queue("orders/dead")));
    for (int i = 0; i < 10_000; i++) {
      assertEquals("t" + i, keys.queue("t" + i).name());
    }
  }

  private static void refused(Executable builder) {
    assertEquals(WireError.INVALID_NAME, assertThrows(WireException.class, builder).error());
  }

  private static int slot(String key) {
    return Slot.of(bytes(key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }
}
