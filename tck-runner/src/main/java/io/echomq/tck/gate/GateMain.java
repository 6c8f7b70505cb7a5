package io.echomq.tck.gate;

import io.echomq.jms.config.Options;
import io.echomq.server.EmbeddedServer;
import java.io.PrintStream;

/**
 * The command: judges the server whose URI stands in the environment variable {@code GATE_URL} (it
 * may hold a password, which no command line should), or an embedded one.
 *
 * <p>Everything is done in queues of its own, named {@code gate-<random>.<scenario>}, which are
 * deleted again; the version key stays, as after any client. The exit code is 0 when every scenario
 * passed, 1 when one did not, 2 when the server could not be judged.
 */
public final class GateMain {
  /** Environment variable: the server to judge; empty or absent for an embedded one. */
  private static final String URL = "GATE_URL";

  private GateMain() {}

  public static void main(String[] arguments) {
    String url = System.getenv(URL);
    if (url != null && !url.isBlank()) {
      System.exit(judge(url, System.out));
    }
    try (EmbeddedServer server = EmbeddedServer.start()) {
      System.exit(judge(server.uri(), System.out));
    }
  }

  static int judge(String url, PrintStream out) {
    GateRecord record = new GateRecord(out);
    try (Wire wire = Wire.connect(Options.parse(url), record)) {
      new Gate(wire, url).run();
      return record.end() ? 0 : 1;
    } catch (IllegalArgumentException | GateException refused) {
      out.println("gate record REFUSED " + refused.getMessage());
      return 2;
    }
  }
}
