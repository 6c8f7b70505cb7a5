package io.echomq.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} that names no limit wait as long as a stalled machine may need, not
 * the 10 s of Awaitility: a condition that holds is not waited for, and one that never holds fails
 * all the same. JUnit finds it by {@code META-INF/services}.
 *
 * <p>Threads: JUnit's.
 */
public final class PatientAwaits implements BeforeAllCallback {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(PATIENCE);
  }
}
