package io.echomq.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A loopback TCP proxy before a server that loses, holds and cuts on demand.
 *
 * <p>Threads: one accepts; each connection has two, one per direction. The switches may be thrown
 * by any thread and act on what is read from then on.
 */
public final class FaultProxy implements AutoCloseable {
  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicLong requestBytes = new AtomicLong();
  private final AtomicLong replyBytes = new AtomicLong();
  private final AtomicReference<ReplyLoss> loss = new AtomicReference<>();
  private final AtomicReference<RequestStop> stop = new AtomicReference<>();
  private final Gate gate = new Gate();
  private volatile boolean dropReplies;
  private volatile boolean down;

  private FaultProxy(InetSocketAddress target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread acceptor = new Thread(this::acceptAll, "fault-proxy-" + port() + "-accept");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** A proxy that passes everything, before the shared server. */
  public static FaultProxy before(TestServer server) {
    return before(server.host(), server.port());
  }

  /** A proxy that passes everything, before a private server. */
  public static FaultProxy before(PrivateServer server) {
    return before(server.host(), server.port());
  }

  /** A proxy that passes everything, before any address. */
  public static FaultProxy before(String host, int port) {
    try {
      return new FaultProxy(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The port it listens on, at 127.0.0.1. */
  public int port() {
    return listener.getLocalPort();
  }

  /** From now on requests reach the server and replies are swallowed; connections stay open. */
  public void dropReplies() {
    dropReplies = true;
  }

  /** Ends {@link #dropReplies()}: later replies pass. */
  public void passReplies() {
    dropReplies = false;
  }

  /**
   * Loses exactly one reply: the next request that holds these bytes reaches the server and is
   * carried out, its reply is swallowed, and the client's connection is cut. The future completes
   * once the server has answered and the connection is cut. One loss is armed at a time.
   *
   * @param needle bytes of the request as they travel: a key, a message id, a script's SHA1
   */
  public CompletableFuture<Void> loseReplyTo(String needle) {
    ReplyLoss armed = new ReplyLoss(needle);
    loss.set(armed);
    return armed.done();
  }

  /**
   * Lets so many more bytes of requests through, whatever the connection, then no byte any more:
   * every connection is cut, and new ones at once, until {@link #up()}. The future completes then.
   */
  public CompletableFuture<Void> stopRequestsAfter(long bytes) {
    RequestStop armed = new RequestStop(bytes);
    stop.set(armed);
    return armed.done();
  }

  /** Holds everything, both ways, unlost, until {@link #release()}. */
  public void hold() {
    gate.shut();
  }

  /** Lets go what {@link #hold()} held, in order. */
  public void release() {
    gate.open();
  }

  /** Cuts every present connection; new ones are welcome. */
  public void cut() {
    connections.forEach(ProxiedConnection::cut);
  }

  /** Cuts every connection, and each new one at once, until {@link #up()}. */
  public void down() {
    down = true;
    cut();
  }

  /** Ends {@link #down()}. */
  public void up() {
    down = false;
  }

  /** Connections accepted since the start, those refused by {@link #down()} included. */
  public int accepted() {
    return accepted.get();
  }

  /** Connections that got no further: the proxy or the server was down. */
  public int refused() {
    return refused.get();
  }

  /** Connections open now. */
  public int open() {
    return connections.size();
  }

  /** Bytes that went to the server. */
  public long requestBytes() {
    return requestBytes.get();
  }

  /** Bytes that came from the server, swallowed ones included. */
  public long replyBytes() {
    return replyBytes.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    gate.open();
    down();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        accept(listener.accept());
      } catch (IOException e) {
        refused.incrementAndGet(); // one client is gone already, or the proxy is being closed
      }
    }
  }

  private void accept(Socket client) throws IOException {
    accepted.incrementAndGet();
    if (down) {
      refused.incrementAndGet();
      client.close();
      return;
    }
    Socket server = new Socket();
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(target, 5_000);
    } catch (IOException e) {
      server.close(); // the server is away: so is the proxy
      client.close();
      throw e;
    }
    ProxiedConnection connection = new ProxiedConnection(this, client, server);
    connections.add(connection);
    connection.start();
    if (down) {
      connection.cut();
    }
  }

  /** A request's bytes are about to go to the server: is its reply the one to be lost? */
  void requested(byte[] buffer, int length, ProxiedConnection connection) {
    requestBytes.addAndGet(length);
    ReplyLoss armed = loss.get();
    if (armed != null
        && armed.matches(buffer, length, connection)
        && loss.compareAndSet(armed, null)) {
      connection.lose(armed);
    }
  }

  /** How many of so many bytes of a request may go. */
  int allowed(int length) {
    RequestStop armed = stop.get();
    return armed == null ? length : armed.take(length);
  }

  /** The bytes that were allowed have gone. */
  void stopped() {
    RequestStop armed = stop.getAndSet(null);
    down();
    if (armed != null) {
      armed.done().complete(null);
    }
  }

  /** Reply bytes came; true when they may pass. */
  boolean passesReply(int length) {
    replyBytes.addAndGet(length);
    return !dropReplies;
  }

  void awaitGate() throws InterruptedException {
    gate.await();
  }

  void ended(ProxiedConnection connection) {
    connections.remove(connection);
  }
}
