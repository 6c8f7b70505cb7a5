package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server's processes and the JVM that has started them. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class GuardIT {
  @TempDir Path folder;

  /** A server of two processes, whose ids it writes. */
  static ProcessBuilder server(Path folder) {
    String script =
        // A file that is there is whole.
        "cd '" + folder + "'; sleep 600 & echo $! >c; mv c child; echo $$ >o; mv o own; wait";
    return new ProcessBuilder("sh", "-c", script);
  }

  private boolean isAlive(String name) throws IOException {
    long pid = Long.parseLong(Files.readString(folder.resolve(name)).trim());
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private void awaitStarted() {
    await().until(() -> Files.exists(folder.resolve("own")) && isAlive("own") && isAlive("child"));
  }

  private void awaitGone() {
    await().until(() -> !isAlive("own") && !isAlive("child"));
  }

  @Test
  void aSignalReachesAllOfThem() throws IOException {
    Guard guard = Guard.start(server(folder));
    awaitStarted();
    guard.signal("TERM");
    assertTrue(guard.awaitEnd(30));
    awaitGone();
  }

  @Test
  void theyEndWithAJvmThatIsKilled() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                folder.toString())
            .inheritIO()
            .start();
    awaitStarted();
    jvm.destroyForcibly();
    assertEquals(137, jvm.waitFor());
    awaitGone();
  }

  /** A JVM that starts a server and waits for ever. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] args) throws IOException {
      Guard guard = Guard.start(server(Path.of(args[0])));
      guard.awaitEnd(600);
    }
  }
}
