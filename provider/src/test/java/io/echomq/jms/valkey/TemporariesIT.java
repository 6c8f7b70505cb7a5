package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Temporary destinations live and die with their owner (hard cases, 28). */
@WithServer
@Timeout(180)
class TemporariesIT {
  private final TestServer server;
  private final Jedis jedis;
  private Broker broker;

  TemporariesIT(TestServer server) {
    this.server = server;
    this.jedis = server.jedis();
  }

  @BeforeEach
  void connect() throws WireException {
    broker = new ValkeyConnector(Options.parse(server.uri("nodeLease=2s"))).connect(null);
  }

  @AfterEach
  void close() {
    broker.close();
    jedis.close();
  }

  @Test
  void nothingIsLeftOfADeletedOneButTheMemoryOfTheChannel() throws Exception {
    Address temporary = broker.createTemporary(Address.Domain.QUEUE);
    OutgoingBuilder.text(broker, temporary, "a").send();
    OutgoingBuilder.text(broker, temporary, "b").priority(9).ttl(60_000).send();

    broker.deleteTemporary(temporary);

    jedis.keys("emq:{" + temporary.base() + "}:jms:sent:*").forEach(jedis::del);
    assertEquals(0, jedis.keys("emq:{" + temporary.base() + "}:*").size());
    assertEquals(0, jedis.zcard("emq:{_jms}:jms:temps"));
  }

  @Test
  void theHeartbeatKeepsItWhileItsOwnerLives() throws Exception {
    Address temporary = broker.createTemporary(Address.Domain.QUEUE);
    ValkeyBrokerIT.pass(3_000);
    OutgoingBuilder.text(broker, temporary, "still here").send();
  }

  @Test
  void whatADeadOwnerLeftIsSweptByAnybody() throws Exception {
    String base = "_tmp.TMP0STF4r0SSpz";
    jedis.zadd("emq:{_jms}:jms:temps", 1000, base);
    jedis.hset(
        "emq:{" + base + "}:job:JOB0STF4r0SSpz",
        Map.of("state", "pending", "attempts", "0", "payload", "x"));
    jedis.zadd("emq:{" + base + "}:pending", 0, "JOB0STF4r0SSpz");

    await().until(() -> jedis.keys("emq:{" + base + "}:*").isEmpty());

    await().until(() -> jedis.zcard("emq:{_jms}:jms:temps") == 0);
  }

  @Test
  void anotherConnectionCannotDeleteIt() throws Exception {
    Address temporary = broker.createTemporary(Address.Domain.QUEUE);
    try (Broker other = new ValkeyConnector(Options.parse(server.uri())).connect(null)) {
      assertEquals(
          WireError.WRONG_STATE,
          assertThrows(WireException.class, () -> other.deleteTemporary(temporary)).error());
    }
  }

  @Test
  void aUnitThatAnswersToSomebodyWhoIsGoneAppliesNothing() throws Exception {
    Address temporary = broker.createTemporary(Address.Domain.QUEUE);
    Address queue = Address.queue("orders");
    TransactionUnit unit =
        new TransactionUnit(
            "s",
            1,
            List.of(),
            List.of(
                OutgoingBuilder.text(broker, queue, "a").build(),
                OutgoingBuilder.text(broker, temporary, "b").build()));
    broker.deleteTemporary(temporary);

    WireException gone = assertThrows(WireException.class, () -> broker.commit(unit).await());

    assertEquals(WireError.DESTINATION_GONE, gone.error());
    assertEquals(0, jedis.zcard("emq:{orders}:pending"));
  }
}
