package io.echomq.jms.ra.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server's processes under a small shell that holds them in a process group of their own, and
 * kills that group when the pipe from here closes: they never outlive this JVM, however it ends.
 *
 * <p>Threads: one.
 */
final class Guard {
  private static final String SCRIPT =
      """
      exec 3<&0
      setsid "$@" </dev/null 3<&- &
      server=$!
      (
        while read -r signal; do kill -"$signal" "-$server"; done
        kill -KILL "-$server"
      ) <&3 >/dev/null 2>&1 &
      watcher=$!
      exec 3<&-
      wait "$server"
      code=$?
      kill -KILL "-$server" 2>/dev/null
      kill -KILL "$watcher" 2>/dev/null
      exit "$code"
      """;

  private final Process process;

  private Guard(Process process) {
    this.process = process;
  }

  /** Starts the command of the builder, with its environment and folder. */
  static Guard start(ProcessBuilder server) throws IOException {
    List<String> line = new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, "guard"));
    line.addAll(server.command());
    return new Guard(server.command(line).start());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal to all of its processes. */
  void signal(String name) throws IOException {
    process.getOutputStream().write((name + "\n").getBytes(StandardCharsets.US_ASCII));
    process.getOutputStream().flush();
  }

  /** True when it has ended within that time. */
  boolean awaitEnd(long seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Of the server; only after its end. */
  int exitCode() {
    return process.exitValue();
  }

  /** As when this JVM ends: kills what still runs. */
  void letGo() throws IOException {
    process.getOutputStream().close();
  }
}
