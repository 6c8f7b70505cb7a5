package io.echomq.tck.official;

import io.echomq.server.EmbeddedServer;
import io.echomq.server.EmbeddedServerOptions;
import io.echomq.tck.official.TestResult.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/**
 * One server and the classes that run on it, one after the other, each in a JVM of its own. After a
 * JVM had to be ended the server is replaced, so that what was left on it fails no other class.
 *
 * <p>Threads: {@link #run} on one thread of its own.
 */
final class Shard {
  private static final int MAX_JVMS_PER_CLASS = 20;

  /** The login that the tests use besides none. */
  private static final String TEST_USER = "user j2ee on >j2ee ~* &* +@all";

  private final int number;
  private final TckSettings settings;
  private final Report report;
  private EmbeddedServer server;

  Shard(int number, TckSettings settings, Report report) {
    this.number = number;
    this.settings = settings;
    this.report = report;
  }

  /** Takes classes until none waits; always answers null, so that it may throw what it throws. */
  Void run(Queue<String> waiting) throws IOException, InterruptedException {
    Thread.currentThread().setName("tck-shard-" + number);
    try {
      startServer();
      report.server(number, server.toString());
      for (String next = waiting.poll(); next != null; next = waiting.poll()) {
        report.ended(runClass(next));
      }
      return null;
    } finally {
      if (server != null) {
        server.close();
      }
    }
  }

  /** Runs a class, in a further JVM for what is left whenever one had to be ended. */
  private ClassResult runClass(String className) throws IOException, InterruptedException {
    ClassProgress progress = new ClassProgress(className);
    Set<String> leftOut = new TreeSet<>(settings.exclusions().of(className));
    for (String method : leftOut) {
      String reason = settings.exclusions().reason(className, method);
      progress.add(new TestResult(method, Outcome.EXCLUDED, 0, reason));
    }
    Path log = settings.reports().resolve(className + ".log");
    for (int jvm = 0; jvm < MAX_JVMS_PER_CLASS; jvm++) {
      int before = progress.ended();
      Worker worker = new Worker(settings, server.uri(), className, leftOut, log, jvm > 0);
      if (worker.run(progress)) {
        return progress.result();
      }
      server.close();
      startServer();
      if (progress.ended() == before) {
        // No test ended in this JVM: another one would fare no better.
        return progress.result();
      }
      leftOut.addAll(progress.methods());
    }
    return progress.result();
  }

  private void startServer() {
    server =
        EmbeddedServer.start(
            EmbeddedServerOptions.defaults()
                .withEngine(settings.engine())
                .withConfigLines(TEST_USER));
  }
}
