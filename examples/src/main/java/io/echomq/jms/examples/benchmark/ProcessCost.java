package io.echomq.jms.examples.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What a process has used so far. Peak memory is known on Linux alone. */
final class ProcessCost {
  private ProcessCost() {}

  static double cpuSeconds(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .map(nanos -> nanos / 1e9)
        .orElse(Double.NaN);
  }

  /** Peak resident memory in MB; NaN when nobody says so. */
  static double peakMegabytes(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
      }
      return Double.NaN;
    } catch (IOException notLinux) {
      return Double.NaN;
    }
  }
}
