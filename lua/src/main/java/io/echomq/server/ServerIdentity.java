package io.echomq.server;

import java.util.HashMap;
import java.util.Map;

/**
 * Who answers, out of the server's own {@code INFO server}.
 *
 * @param engineName {@code valkey} or {@code redis}
 * @param engineVersion the version of that engine, {@code 8.0.1}
 * @param pid the process id of the server itself
 * @param configFile the configuration file it was started with
 */
record ServerIdentity(String engineName, String engineVersion, long pid, String configFile) {

  static ServerIdentity parse(String info) {
    Map<String, String> fields = new HashMap<>();
    for (String line : info.lines().toList()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.put(line.substring(0, colon), line.substring(colon + 1));
      }
    }
    // Valkey also names a redis_version, the one it is compatible with.
    String valkey = fields.get("valkey_version");
    return new ServerIdentity(
        valkey == null ? "redis" : "valkey",
        valkey == null ? fields.getOrDefault("redis_version", "unknown") : valkey,
        Long.parseLong(fields.getOrDefault("process_id", "-1")),
        fields.getOrDefault("config_file", ""));
  }
}
