package io.echomq.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The server's process under its guard, the shell script {@code guard.sh}: when the pipe to the
 * guard closes, by {@link #end()} or because the JVM is gone in whatever way, the guard ends the
 * server and deletes the folder. Where there is no {@code sh} (Windows) the server is a plain child
 * that a shutdown hook ends, which a SIGKILL of the JVM outruns.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class GuardedProcess {
  /** The guard gives the server 2 s between TERM and KILL. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

  private final Process process;
  private final PrivateFolder folder;
  private final boolean guarded;

  private GuardedProcess(Process process, PrivateFolder folder, boolean guarded) {
    this.process = process;
    this.folder = folder;
    this.guarded = guarded;
  }

  static GuardedProcess start(List<String> command, PrivateFolder folder, ServerBinary programs) {
    Optional<Path> shell = programs.inPath("sh");
    List<String> line = new ArrayList<>();
    // A session of its own: a signal to the JVM's process group (Ctrl-C, a harness's kill) must not
    // end the server before the JVM's own orderly end, nor the guard at all.
    shell.flatMap(sh -> programs.inPath("setsid")).ifPresent(setsid -> line.add(setsid.toString()));
    shell.ifPresent(
        sh ->
            line.addAll(
                List.of(
                    sh.toString(), "-c", guardScript(), "echomq-guard", folder.path().toString())));
    line.addAll(command);
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(folder.path().toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().toFile()))
              .start();
      if (shell.isEmpty()) {
        endWithJvm(process);
      }
      return new GuardedProcess(process, folder, shell.isPresent());
    } catch (IOException e) {
      throw new EmbeddedServerException(
          "The server " + command.get(0) + " could not be started: " + e.getMessage(), e);
    }
  }

  /** Waits until the process has ended, at most so long; true when it has. */
  boolean awaitExit(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedServerException("Interrupted while waiting for the embedded server", e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The server's exit code; only after it has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /**
   * Calls back when the server has ended. The JDK's thread that waits for the child holds the
   * callback, and with it the pipe to the guard, so nobody's garbage collection ends the server.
   */
  void onExit(Runnable callback) {
    CompletableFuture<Void> unused = process.onExit().thenRunAsync(callback);
  }

  /** Ends the server without its folder: a start that failed, whose log is still to be read. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    awaitEnd();
  }

  /** Ends the server and deletes its folder; bounded, and harmless when repeated. */
  void end() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy(); // cannot happen for a pipe; then the plain way
    }
    if (!guarded) {
      process.destroy();
    }
    try {
      if (!awaitEnd()) {
        kill();
      }
    } finally {
      folder.delete();
    }
  }

  /** A thread that is interrupted already waits all the same: nothing may be left behind. */
  private boolean awaitEnd() {
    boolean interrupted = Thread.interrupted();
    try {
      return awaitExit(END_TIMEOUT);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The hook stays when the server is closed before: it then finds nothing to end. */
  private static void endWithJvm(Process process) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(process::destroyForcibly, "emq-embedded-server-end"));
  }

  private static String guardScript() {
    try (InputStream in = GuardedProcess.class.getResourceAsStream("guard.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new EmbeddedServerException("guard.sh cannot be read from the class path", e);
    }
  }
}
