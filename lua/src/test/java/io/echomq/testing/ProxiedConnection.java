package io.echomq.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;

/**
 * One client's way through a {@link FaultProxy}.
 *
 * <p>Threads: one for each direction; {@link #cut()} may come from any.
 */
final class ProxiedConnection {
  private final FaultProxy proxy;
  private final Socket client;
  private final Socket server;
  private volatile ReplyLoss losing;

  ProxiedConnection(FaultProxy proxy, Socket client, Socket server) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
  }

  void start() {
    startThread("requests", this::pumpRequests, this::cutUnlessLosing);
    startThread("replies", this::pumpReplies, this::cut);
  }

  /** Swallows every reply from now on; the first one cuts the client off. */
  void lose(ReplyLoss loss) {
    losing = loss;
  }

  void cut() {
    close(client);
    close(server);
    proxy.ended(this);
  }

  private void pumpRequests() throws IOException, InterruptedException {
    byte[] buffer = new byte[64 * 1024];
    InputStream in = client.getInputStream();
    OutputStream out = server.getOutputStream();
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      proxy.awaitGate();
      proxy.requested(buffer, n, this); // before the bytes go, or the reply could be first
      int allowed = proxy.allowed(n);
      out.write(buffer, 0, allowed);
      if (allowed < n) {
        proxy.stopped();
        return;
      }
    }
  }

  private void pumpReplies() throws IOException, InterruptedException {
    byte[] buffer = new byte[64 * 1024];
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      proxy.awaitGate();
      boolean pass = proxy.passesReply(n);
      ReplyLoss lost = losing;
      if (lost != null) {
        finishLoss(lost, in);
        return;
      }
      if (pass) {
        out.write(buffer, 0, n);
      }
    }
  }

  /**
   * The first reply may be that of an earlier command of a pipeline. The server carries out all it
   * has read before it sees our end, so its own end of the connection means: all is applied.
   */
  private void finishLoss(ReplyLoss lost, InputStream replies) throws IOException {
    close(client);
    server.shutdownOutput();
    replies.transferTo(OutputStream.nullOutputStream());
    cut();
    lost.done().complete(null);
  }

  private void cutUnlessLosing() {
    if (losing == null) {
      cut();
    }
  }

  private void startThread(String direction, Pump pump, Runnable end) {
    Thread thread =
        new Thread(
            () -> {
              try {
                pump.run();
              } catch (IOException e) {
                end.run(); // one side is gone: so is the other
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                end.run();
              }
            },
            "fault-proxy-" + proxy.port() + "-" + direction);
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Pump {
    void run() throws IOException, InterruptedException;
  }
}
