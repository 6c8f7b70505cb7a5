package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server in a process of its own, with the adapter and the application. */
abstract class AppServer implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private Guard process;

  /** The command that starts it, in the foreground. */
  abstract ProcessBuilder command() throws IOException;

  abstract int port();

  abstract Path log();

  /** Deploys the application anew while it runs; returns when it is there again. */
  abstract void redeploy() throws IOException;

  /** Empties the pool of connections, as an administrator does. */
  abstract void flushPool() throws IOException;

  /** Starts it and waits until the application answers. */
  final void start() throws IOException {
    process =
        Guard.start(
            command()
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile())));
    await()
        .atMost(Duration.ofMinutes(6))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> !process.isAlive() || answers());
    if (!process.isAlive()) {
      throw new IOException("the server has ended; its log is " + log());
    }
  }

  final boolean answers() {
    try {
      return ask("create").equals("created");
    } catch (IOException notYet) {
      return false;
    }
  }

  /**
   * One verb of the application.
   *
   * @param parameters names and values by turns
   */
  final String ask(String verb, String... parameters) throws IOException {
    StringBuilder query = new StringBuilder("do=" + verb);
    for (int i = 0; i < parameters.length; i += 2) {
      query.append('&').append(parameters[i]).append('=').append(encoded(parameters[i + 1]));
    }
    return get("/app/desk?" + query);
  }

  /** An administrator's command, where a server takes them through the operator's application. */
  final String operate(String command, String... arguments) throws IOException {
    StringBuilder query = new StringBuilder("command=" + command);
    for (String each : arguments) {
      query.append("&argument=").append(encoded(each));
    }
    return get("/ops/run?" + query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String get(String path) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + port() + path);
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(3)).build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(answer.statusCode() + ": " + answer.body());
      }
      return answer.body();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  /** What the beans have written, {@code entry#deliveries}. */
  final List<String> ledger(String bean) throws IOException {
    String lines = ask("ledger", "bean", bean);
    return lines.isEmpty() ? List.of() : List.of(lines.split("\n"));
  }

  /** Waits until it has ended by itself. */
  final void awaitCrash() {
    if (!process.awaitEnd(180)) {
      throw new IllegalStateException("the server still runs; its log is " + log());
    }
  }

  /** Ends it by SIGKILL, and what it started. */
  final void kill() throws IOException {
    process.signal("KILL");
    awaitCrash();
  }

  /** Ends it orderly, or at least within half a minute. */
  @Override
  public void close() {
    if (process == null || !process.isAlive()) {
      return;
    }
    try {
      process.signal("TERM");
      if (!process.awaitEnd(30)) {
        process.letGo();
        process.awaitEnd(10);
      }
    } catch (IOException endedMeanwhile) {
      process.awaitEnd(10);
    }
  }

  /** Empties a folder, or makes it. */
  static void empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    Files.createDirectories(folder);
  }
}
