package io.echomq.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests a {@link TestServer} as a parameter: the one server of this test JVM, with an empty
 * database for each test. Asked for in a {@code @BeforeAll}, it is one database for the whole
 * class.
 *
 * <p>A database is no wall for what is the server's own: pub/sub channels, scripts, configuration,
 * clients. A test that touches those is {@link #exclusive()} when it puts everything back, else it
 * starts a {@link PrivateServer}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(ServerExtension.class)
public @interface WithServer {
  /**
   * Database 0 of a server emptied by {@code FLUSHALL} and {@code SCRIPT FLUSH} around each test.
   */
  boolean exclusive() default false;
}
