package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireException;
import io.echomq.testing.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;

/** The whole contract as a user who may do what {@code docs/acl.md} lists, and nothing else. */
class LeastPrivilegeIT extends ValkeyBrokerIT {
  private static final Path DOC = Path.of("..", "docs", "acl.md");
  private static final String USER = "least-privilege";

  private final TestServer server;

  LeastPrivilegeIT(TestServer server) {
    super(server);
    this.server = server;
  }

  /** Stays until the server of the test run ends: connections are closed after our own hooks. */
  private void makeUser() {
    List<String> rule = new ArrayList<>(List.of("reset", "on", ">secret", "~emq:{*"));
    rule.add("~{emq}:version");
    rule.addAll(commands());
    try (Jedis jedis = server.jedis()) {
      jedis.aclSetUser(USER, rule.toArray(String[]::new));
    }
  }

  @Override
  protected Broker connect() throws WireException {
    makeUser();
    return new ValkeyConnector(Options.parse(server.uri()))
        .connect(new Credentials(USER, "secret"));
  }

  /** The first block of code on the page. */
  private static List<String> commands() {
    try {
      return List.of(Files.readString(DOC).split("```")[1].strip().split("\\s+"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
