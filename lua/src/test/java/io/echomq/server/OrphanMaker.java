package io.echomq.server;

import java.util.concurrent.CountDownLatch;

/**
 * A JVM of its own for {@link EmbeddedServerIT}: starts a server, says so, and waits to be killed.
 */
final class OrphanMaker {
  private OrphanMaker() {}

  public static void main(String[] args) throws InterruptedException {
    EmbeddedServer server = EmbeddedServer.start();
    System.out.println(server.pid() + " " + server.folder());
    System.out.flush();
    new CountDownLatch(1).await();
  }
}
