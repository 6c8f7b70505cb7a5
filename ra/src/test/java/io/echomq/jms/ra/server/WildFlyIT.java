package io.echomq.jms.ra.server;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** With {@code -Pwildfly}. */
@EnabledIfSystemProperty(named = "wildfly.home", matches = ".+")
class WildFlyIT extends ServerCases {
  @Override
  AppServer server(String uri, String password) throws IOException {
    return new WildFly(Path.of(System.getProperty("wildfly.home")), uri, password);
  }
}
