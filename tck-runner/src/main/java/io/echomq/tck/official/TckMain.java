package io.echomq.tck.official;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Properties;

/**
 * The command: reads system properties ({@link TckSettings}), runs, prints the report. Its exit
 * code is 0 when every test that ran passed, 1 when one did not, 2 when the run could not begin.
 */
public final class TckMain {
  private TckMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(System.getProperties()));
  }

  static int run(Properties properties) throws IOException, InterruptedException {
    TckSettings settings;
    List<String> classes;
    try {
      settings = TckSettings.from(properties);
      classes = TestClasses.in(settings.jar(), settings.classes());
    } catch (IllegalArgumentException refused) {
      System.err.println("tck: " + refused.getMessage());
      return 2;
    }
    Files.createDirectories(settings.reports());
    Report report = new Report(System.out);
    report.begin(settings, classes.size());
    new ShardedRun(settings, report).run(classes);
    Files.writeString(settings.reports().resolve("report.txt"), report.end());
    return report.passed() ? 0 : 1;
  }
}
