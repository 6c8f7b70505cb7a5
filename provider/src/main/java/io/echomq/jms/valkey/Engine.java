package io.echomq.jms.valkey;

import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.HashMap;
import java.util.Map;

/** What {@code INFO} says of a server, and whether it will do (wire contract, "Engine"). */
record Engine(String name, String version, String runId, String mode, String role) {
  private static final int LEAST_MAJOR = 6;
  private static final int LEAST_MINOR = 2;

  /** Reads the sections {@code server} and {@code replication}. */
  static Engine parse(String info) {
    Map<String, String> fields = new HashMap<>();
    info.lines()
        .filter(line -> line.indexOf(':') > 0)
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            });
    String valkey = fields.get("valkey_version");
    return new Engine(
        valkey != null ? "valkey" : "redis",
        valkey != null ? valkey : fields.getOrDefault("redis_version", "unknown"),
        fields.getOrDefault("run_id", ""),
        fields.getOrDefault("server_mode", fields.getOrDefault("redis_mode", "standalone")),
        fields.getOrDefault("role", "master"));
  }

  /**
   * Refuses what we cannot work with.
   *
   * @throws WireException {@link WireError#UNFIT_ENGINE}; {@link WireError#UNAVAILABLE} for a
   *     replica, which may become the master
   */
  void check(String where) throws WireException {
    if (mode.equals("sentinel")) {
      throw unfit(where + ": this is a sentinel; use valkey+sentinel://host:port/master");
    }
    if (!isRecent()) {
      throw unfit(
          where
              + ": "
              + name
              + " "
              + version
              + " is too old; use Valkey 8 (or at least Redis 6.2)");
    }
    if (mode.equals("cluster")) {
      throw unfit(
          where
              + ": the server runs in cluster mode, which is not supported yet; use one without"
              + " cluster-enabled, with valkey+sentinel:// for high availability");
    }
    if (!role.equals("master")) {
      throw new WireException(
          WireError.UNAVAILABLE,
          where + ": this is a replica; address the master, or use valkey+sentinel://");
    }
  }

  /** For callers of the port. */
  ServerInfo toInfo(String protocol) {
    return new ServerInfo(name, version, runId, protocol);
  }

  private boolean isRecent() {
    String[] parts = version.split("\\.", 3);
    try {
      int major = Integer.parseInt(parts[0]);
      int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      return major > LEAST_MAJOR || major == LEAST_MAJOR && minor >= LEAST_MINOR;
    } catch (NumberFormatException unreadable) {
      return false;
    }
  }

  private static WireException unfit(String message) {
    return new WireException(WireError.UNFIT_ENGINE, message);
  }
}
