package io.echomq.jms.examples.benchmark;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child JVM with our class path; it ends when its input does. Threads: one. */
final class Jvm implements AutoCloseable {
  /** The same for every client, and for every broker that is a JVM. */
  static final String HEAP = System.getProperty("benchmark.heap", "1g");

  private final Process process;
  private final BufferedWriter orders;
  private final BufferedReader answers;

  private Jvm(Process process) {
    this.process = process;
    this.orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static Jvm start(File log, Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Xmx" + HEAP);
    command.add("-Xms" + HEAP);
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new Jvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log)).start());
  }

  void tell(String line) throws IOException {
    orders.write(line);
    orders.newLine();
    orders.flush();
  }

  /** The next line it prints. */
  String hear() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("a child JVM ended unasked; its error output tells why");
    }
    return line;
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    try {
      orders.close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
