package io.echomq.testing;

import io.echomq.server.EmbeddedServerOptions;
import io.echomq.server.Engine;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * The engine of this test run, out of the system property {@value #PROPERTY}: {@code path} (the
 * default), {@code bundled} or {@code valkey}.
 */
public enum TestEngine {
  PATH(Engine.PATH_FIRST),
  BUNDLED(Engine.BUNDLED),
  VALKEY(Engine.VALKEY);

  static final String PROPERTY = "echomq.test.engine";

  /** A server that does not start at all ends, and is not waited for; this is for slow machines. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private final Engine engine;

  TestEngine(Engine engine) {
    this.engine = engine;
  }

  /** The options every test server begins with. */
  public static EmbeddedServerOptions options() {
    return EmbeddedServerOptions.defaults()
        .withEngine(current().engine)
        .withStartTimeout(START_TIMEOUT);
  }

  private static TestEngine current() {
    String name = System.getProperty(PROPERTY, "path");
    return Arrays.stream(values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-D" + PROPERTY + "=" + name + ": it is path, bundled or valkey"));
  }
}
