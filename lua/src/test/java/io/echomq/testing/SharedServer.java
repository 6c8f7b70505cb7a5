package io.echomq.testing;

import io.echomq.server.EmbeddedServer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import redis.clients.jedis.Jedis;

/**
 * The one server of a test JVM and its free databases. Database 0 is for exclusive tests.
 *
 * <p>Threads: any; a test that finds no free database waits for one.
 */
final class SharedServer implements AutoCloseable {
  private static final int DATABASES = 64;

  private final EmbeddedServer server;
  private final BlockingQueue<Integer> free = new LinkedBlockingQueue<>();

  SharedServer() {
    server = EmbeddedServer.start(TestEngine.options().withConfigLines("databases " + DATABASES));
    System.out.println("row: " + server.engineName() + " " + server.engineVersion());
    for (int db = 1; db < DATABASES; db++) {
      free.add(db);
    }
  }

  /** A database that is empty now and emptied again when the lease is closed. */
  Lease lease(boolean exclusive) {
    int db = exclusive ? 0 : takeFree();
    Lease lease = new Lease(db, new TestServer(server, db));
    lease.empty();
    return lease;
  }

  private int takeFree() {
    try {
      return free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a free database", e);
    }
  }

  @Override
  public void close() {
    server.close();
  }

  /** One test's hold on a database. */
  final class Lease implements AutoCloseable {
    private final int db;
    private final TestServer testServer;

    private Lease(int db, TestServer testServer) {
      this.db = db;
      this.testServer = testServer;
    }

    TestServer server() {
      return testServer;
    }

    private void empty() {
      try (Jedis jedis = testServer.jedis()) {
        if (db == 0) {
          jedis.flushAll();
          jedis.scriptFlush();
        } else {
          jedis.flushDB();
        }
      }
    }

    @Override
    public void close() {
      empty();
      if (db != 0) {
        free.add(db);
      }
    }
  }
}
