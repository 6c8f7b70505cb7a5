package io.echomq.testing;

import io.echomq.server.EmbeddedServerOptions;
import io.echomq.server.Engine;
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

  private final Engine engine;

  TestEngine(Engine engine) {
    this.engine = engine;
  }

  /** The options every test server begins with. */
  public static EmbeddedServerOptions options() {
    return EmbeddedServerOptions.defaults().withEngine(current().engine);
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
