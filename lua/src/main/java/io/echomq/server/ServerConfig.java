package io.echomq.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines of the server's configuration file, the only place where the password stands. */
final class ServerConfig {
  private ServerConfig() {}

  static List<String> lines(
      EmbeddedServerOptions options, Path privateFolder, int port, String password) {
    Path data = options.dataFolder().map(Path::toAbsolutePath).orElse(privateFolder);
    List<String> lines = new ArrayList<>();
    lines.add("bind " + EmbeddedServer.HOST);
    lines.add("port " + port);
    lines.add("requirepass " + quote(password));
    lines.add("dir " + quote(data.toString()));
    lines.add("daemonize no");
    lines.add("supervised no");
    lines.add("logfile \"\"");
    lines.add("save \"\"");
    lines.add("appendonly no");
    lines.addAll(options.configLines());
    return lines;
  }

  /** A word in the server's own double-quoted form. */
  static String quote(String word) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
