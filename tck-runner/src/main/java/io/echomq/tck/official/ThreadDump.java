package io.echomq.tck.official;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Asks a JVM that hangs where its threads are. */
final class ThreadDump {
  private ThreadDump() {}

  /** Appends the stacks of all threads to the log, when this Java brings {@code jcmd}. */
  static void of(Process jvm, Path log) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      return;
    }
    Process asked =
        new ProcessBuilder(jcmd.toString(), Long.toString(jvm.pid()), "Thread.print")
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
    if (!asked.waitFor(15, TimeUnit.SECONDS)) {
      asked.destroyForcibly();
    }
  }
}
