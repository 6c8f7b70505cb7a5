package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code sync=replicas} and {@code sync=aof} (hard cases, 30). */
@WithServer
@Timeout(180)
class DurabilityIT {
  private final Address queue = new Address(Address.Domain.QUEUE, "orders", "");

  @Test
  void aofIsRefusedAtConnectByAServerThatDoesNotSyncAlways(TestServer server) {
    WireException refused =
        assertThrows(WireException.class, () -> connect(server.uri("sync=aof")));
    assertEquals(WireError.UNFIT_ENGINE, refused.error());
    assertTrue(refused.getMessage().contains("sync=aof"), refused.getMessage());
  }

  @Test
  void aofOfOneMessageIsRefusedBeforeAnythingIsSent(TestServer server) throws Exception {
    try (Broker broker = connect(server.uri())) {
      Outgoing plain = OutgoingBuilder.text(broker, queue, "m").build();
      Durability aof = new Durability(Durability.Sync.AOF, 1, 1000, true);
      Outgoing durable = new Outgoing(plain.id(), queue, plain.message(), false, aof);
      assertEquals(
          WireError.UNFIT_ENGINE,
          assertThrows(WireException.class, () -> broker.send(durable).await()).error());
      assertEquals(List.of(), fetch(broker));
    }
  }

  @Test
  void missingReplicasLeaveASendInDoubtThoughItIsApplied(TestServer server) throws Exception {
    String uri = server.uri("sync=replicas&syncTimeout=20ms&syncOnTimeout=throw");
    try (Broker broker = connect(uri)) {
      OutgoingBuilder message = OutgoingBuilder.text(broker, queue, "m");
      WireException doubt = assertThrows(WireException.class, message::send);
      assertEquals(WireError.IN_DOUBT, doubt.error());
      assertTrue(doubt.getMessage().contains("applied, durability unknown"), doubt.getMessage());
      List<Delivery> got = fetch(broker);
      assertEquals(List.of("m"), BrokerHarness.texts(got));
      WireException ack =
          assertThrows(
              WireException.class, () -> broker.complete(BrokerHarness.tokens(got)).await());
      assertEquals(WireError.IN_DOUBT, ack.error());
    }
  }

  @Test
  void missingReplicasAreAWarningByDefault(TestServer server) throws Exception {
    try (Broker broker = connect(server.uri("sync=replicas&syncTimeout=20ms"))) {
      OutgoingBuilder.text(broker, queue, "m").send();
      assertEquals(List.of("m"), BrokerHarness.texts(fetch(broker)));
    }
  }

  @Test
  void aofWithAlwaysConfirmsSendsAcknowledgementsAndUnits() throws Exception {
    try (PrivateServer server = PrivateServer.start("appendonly yes", "appendfsync always")) {
      if (!server.isValkey()) {
        return;
      }
      try (Broker broker = connect(server.uri("sync=aof&syncOnTimeout=throw"))) {
        OutgoingBuilder.text(broker, queue, "m").send();
        List<Delivery> got = fetch(broker);
        Outgoing next = OutgoingBuilder.text(broker, queue, "n").build();
        broker
            .commit(new TransactionUnit("s", 1, BrokerHarness.tokens(got), List.of(next)))
            .await();
        broker.complete(BrokerHarness.tokens(fetch(broker))).await();
        assertEquals(List.of(), fetch(broker));
      }
    }
  }

  private List<Delivery> fetch(Broker broker) throws WireException {
    return broker.fetch(new Fetch(queue, null, "s", 10, 60_000, 0)).deliveries();
  }

  private static Broker connect(String uri) throws WireException {
    return new ValkeyConnector(Options.parse(uri)).connect(null);
  }
}
