package io.echomq.jms.ra.server;

import io.echomq.testing.PrivateServer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What an application sees on every server; the broker itself is the outside observer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
abstract class ServerCases
    implements MessagingCases, ActivationCases, ConnectionCases, LoadCases, CrashCases {
  private Site site;

  abstract AppServer server(String uri, String password) throws IOException;

  @Override
  public Site site() {
    return site;
  }

  @BeforeAll
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void start() throws IOException {
    PrivateServer broker = PrivateServer.start("appendonly yes", "appendfsync always");
    AppServer server = server(broker.uri("lease=3s&beat=50ms"), broker.password());
    site = new Site(broker, server);
    server.start();
  }

  @AfterAll
  void stop() {
    if (site != null) {
      site.close();
    }
  }
}
