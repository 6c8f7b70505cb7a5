package io.echomq.testing;

import io.echomq.server.EmbeddedServer;
import redis.clients.jedis.Jedis;

/**
 * A server as a test sees it: an address, a password and a database of its own.
 *
 * <p>Threads: immutable.
 */
public final class TestServer {
  private final EmbeddedServer server;
  private final int db;

  TestServer(EmbeddedServer server, int db) {
    this.server = server;
    this.db = db;
  }

  /** The loopback address. */
  public String host() {
    return server.host();
  }

  /** The TCP port. */
  public int port() {
    return server.port();
  }

  /** The password of the default user. */
  public String password() {
    return server.password();
  }

  /** The number of this test's own database. */
  public int db() {
    return db;
  }

  /** {@code valkey://:password@127.0.0.1:port/db} with this test's own database. */
  public String uri() {
    return uri(db);
  }

  /** The same server with another database, which nobody empties. */
  public String uri(int otherDb) {
    return server.uri() + "/" + otherDb;
  }

  /** This test's own database with URI options, {@code uri("prefetch=1&beat=50")}. */
  public String uri(String options) {
    return uri() + "?" + options;
  }

  /** This test's own database behind a proxy's port. */
  public String uri(FaultProxy proxy) {
    return uri().replace(":" + port() + "/", ":" + proxy.port() + "/");
  }

  /** Whether the engine is Valkey, for what Redis 6.2 cannot do. */
  public boolean isValkey() {
    return server.engineName().equals("valkey");
  }

  /** {@code valkey 8.0.1}. */
  public String row() {
    return server.engineName() + " " + server.engineVersion();
  }

  /** A connection of one's own in this test's database, to be closed by the caller. */
  public Jedis jedis() {
    return Connections.open(host(), port(), password(), db);
  }
}
