package io.echomq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.jms.wire.Administration.Hold;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** The administration as a user with exactly the rights that docs/acl.md lists for it. */
@WithServer
@Timeout(180)
class AdminPrivilegeIT {
  private final TestServer server;

  AdminPrivilegeIT(TestServer server) {
    this.server = server;
  }

  private String uri() throws IOException {
    String[] blocks = Files.readString(Path.of("../docs/acl.md")).split("```");
    List<String> rule = new ArrayList<>(List.of("reset", "on", ">secret", "~emq:{*"));
    rule.add("~{emq}:version");
    // The first block is for everybody, the second shows how to use it, the third adds to the
    // first.
    rule.addAll(List.of(blocks[1].strip().split("\\s+")));
    rule.addAll(List.of(blocks[5].strip().split("\\s+")));
    try (Jedis jedis = server.jedis()) {
      jedis.aclSetUser("operator", rule.toArray(String[]::new));
    }
    return server.uri().replaceFirst("//[^@]*@", "//operator:secret@");
  }

  @Test
  void everythingThatOperatorsDoIsAllowed() throws IOException, JMSException {
    try (EchoMQAdmin admin = EchoMQAdmin.connect(uri());
        JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      context.createProducer().send(context.createQueue("orders"), "a");
      context
          .createProducer()
          .setProperty("JMSXGroupID", "g")
          .send(context.createQueue("orders"), "b");
      assertEquals(List.of("orders"), admin.queues());
      assertEquals(List.of(), admin.topics());
      assertEquals(2, admin.stat("orders").pending());
      assertEquals(2, admin.newest("orders", null, 5).size());
      assertEquals(List.of(), admin.inFlight("orders", 5));
      String id = admin.browse("orders", null, null, 5).messages().get(0).id();
      assertEquals(1, admin.setPriority("orders", Choice.ids(id), 9).changed());
      admin.pauseGroup("orders", "g");
      admin.limitGroup("orders", "g", 2);
      admin.weighGroup("orders", "g", 2);
      admin.resumeGroup("orders", "g");
      assertEquals(1, admin.lanes("orders", 5).size());
      admin.pause("orders");
      admin.resume("orders");
      Duration day = Duration.ofDays(1);
      assertEquals(1, admin.postpone("orders", Choice.ids(id), admin.now().plus(day)).changed());
      assertEquals(1, admin.postpone("orders", Choice.ids(id), admin.now()).changed());
      assertEquals(0, admin.redrive("orders", Choice.all()).changed());
      assertEquals(2, admin.move("orders", Choice.all(), "parked").changed());
      assertEquals(1, admin.delete("parked", Choice.ids(id)).changed());
      assertEquals(1, admin.purge("parked", Hold.PREPARED).changed());
    }
  }
}
