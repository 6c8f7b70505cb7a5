package io.echomq.jms.valkey;

import io.echomq.jms.config.Endpoint.Host;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens TCP and TLS connections. All of it (name look-up, every address of the name, TLS) is done
 * before one deadline, and a failure leaves no socket.
 *
 * <p>Threads: any. A name is looked up on a daemon thread of its own, since a look-up cannot be
 * bounded otherwise; the thread ends with the look-up.
 */
final class Sockets {
  private final TlsSockets tls;

  /**
   * Opens sockets of one kind.
   *
   * @param tls null: plain
   */
  Sockets(TlsSockets tls) {
    this.tls = tls;
  }

  /** A connection over which nothing was spoken yet. */
  Wire open(Host host, Deadline deadline) throws WireException {
    Socket raw = connect(host, deadline);
    if (tls == null) {
      return new Wire(raw, raw);
    }
    return new Wire(tls.wrap(raw, host, deadline), raw);
  }

  private static Socket connect(Host host, Deadline deadline) throws WireException {
    InetAddress[] addresses = resolve(host, deadline);
    IOException failure = new IOException("no address");
    for (int i = 0; i < addresses.length && !deadline.isOver(); i++) {
      Socket socket = new BufferedSocket();
      try {
        socket.setKeepAlive(true);
        socket.setTcpNoDelay(true);
        int millis = deadline.shareFor(addresses.length - i).leftMillis();
        socket.connect(new InetSocketAddress(addresses[i], host.port()), millis);
        return socket;
      } catch (IOException refused) {
        closeAfter(socket, refused);
        failure = refused;
      }
    }
    throw new WireException(
        WireError.UNAVAILABLE, host + ": " + unreachable(failure, deadline), failure);
  }

  private static String unreachable(IOException failure, Deadline deadline) {
    if (failure instanceof SocketTimeoutException) {
      return "no connection within "
          + deadline.totalMillis()
          + " ms; check host and port, and the network and firewalls between";
    }
    return "no connection ("
        + failure.getMessage()
        + "); check host and port, and that the server runs";
  }

  private static InetAddress[] resolve(Host host, Deadline deadline) throws WireException {
    FutureTask<InetAddress[]> lookup =
        new FutureTask<>(() -> InetAddress.getAllByName(host.name()));
    if (host.name().indexOf(':') >= 0 || host.name().matches("[0-9.]+")) {
      lookup.run();
    } else {
      Thread thread = new Thread(lookup, "emq-resolve-" + host.name());
      thread.setDaemon(true);
      thread.start();
    }
    try {
      return lookup.get(deadline.leftMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WireException(
          WireError.INTERRUPTED, "interrupted while connecting to " + host, interrupted);
    } catch (TimeoutException slow) {
      throw new WireException(
          WireError.UNAVAILABLE,
          host + ": the name was not resolved within " + deadline.totalMillis() + " ms",
          slow);
    } catch (ExecutionException failed) {
      boolean unknown = failed.getCause() instanceof UnknownHostException;
      throw new WireException(
          WireError.UNAVAILABLE,
          host
              + (unknown ? ": no such host" : ": the name cannot be resolved")
              + "; check the host name in the URI",
          failed.getCause());
    }
  }

  static void closeAfter(Socket socket, Exception failure) {
    try {
      socket.close();
    } catch (IOException also) {
      failure.addSuppressed(also);
    }
  }
}
