package io.echomq.jms.ra.server;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** With {@code -Ppayara}. */
@EnabledIfSystemProperty(named = "payara.jar", matches = ".+")
class PayaraIT extends ServerCases {
  @Override
  AppServer server(String uri, String password) throws IOException {
    return new PayaraMicro(Path.of(System.getProperty("payara.jar")), uri);
  }
}
