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
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, with the adapter and the application. */
abstract class AppServer implements AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private Process process;

  /** The command that starts it, in the foreground. */
  abstract ProcessBuilder command() throws IOException;

  abstract int port();

  abstract Path log();

  /** Starts it and waits until the application answers. */
  final void start() throws IOException {
    process =
        command()
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> !process.isAlive() || answers());
    if (!process.isAlive()) {
      throw new IOException("the server has ended; its log is " + log());
    }
  }

  private boolean answers() {
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
      query.append('&').append(parameters[i]).append('=');
      query.append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    URI uri = URI.create("http://127.0.0.1:" + port() + "/app/desk?" + query);
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build(),
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

  final String logged() throws IOException {
    return Files.readString(log(), StandardCharsets.UTF_8);
  }

  /** Ends it by SIGKILL, and what it started. */
  final void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    await().until(() -> !process.isAlive());
  }

  @Override
  public void close() {
    if (process == null) {
      return;
    }
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      kill();
    }
  }
}
