package io.echomq.server;

/** Which server binary an {@link EmbeddedServer} runs. */
public enum Engine {
  /** {@code valkey-server} of the PATH, else {@code redis-server} of the PATH, else the bundled. */
  PATH_FIRST,

  /** {@code valkey-server} of the PATH or nothing. */
  VALKEY,

  /** The Redis 6.2 binary that the embedded-redis library carries, whatever the PATH holds. */
  BUNDLED
}
