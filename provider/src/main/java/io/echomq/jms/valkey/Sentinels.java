package io.echomq.jms.valkey;

import io.echomq.jms.config.Endpoint;
import io.echomq.jms.config.Endpoint.Host;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.StringJoiner;

/**
 * Asks the sentinels for the master, anew for every link. The first that knows it is believed; the
 * link's own handshake then sees whether it still is the master.
 *
 * <p>Threads: any (immutable).
 */
final class Sentinels {
  private final List<Host> hosts;
  private final String master;
  private final Credentials credentials;
  private final Sockets sockets;

  /**
   * The sentinels of one master.
   *
   * @param credentials those of the sentinels themselves; null: none
   */
  Sentinels(List<Host> hosts, String master, Credentials credentials, Sockets sockets) {
    this.hosts = hosts;
    this.master = master;
    this.credentials = credentials;
    this.sockets = sockets;
  }

  /**
   * The address of the master.
   *
   * @throws WireException {@link WireError#UNAVAILABLE} saying what each sentinel answered; {@link
   *     WireError#REFUSED_CREDENTIALS} when one refuses ours and none knows the master
   */
  Host master(Deadline deadline) throws WireException {
    StringJoiner answers = new StringJoiner("; ");
    WireException failure = null;
    for (int i = 0; i < hosts.size(); i++) {
      Host host = hosts.get(i);
      try {
        Host found = ask(host, deadline.shareFor(hosts.size() - i + 1));
        if (found != null) {
          return found;
        }
        answers.add(host + " does not know the master");
      } catch (WireException failed) {
        answers.add(failed.getMessage() + (isServer(failed) ? remedy(host) : ""));
        if (failed.error() == WireError.INTERRUPTED) {
          throw failed;
        }
        failure = failed;
      }
    }
    boolean refused = failure != null && failure.error() == WireError.REFUSED_CREDENTIALS;
    throw new WireException(
        refused ? WireError.REFUSED_CREDENTIALS : WireError.UNAVAILABLE,
        "no sentinel told the address of the master '" + master + "': " + answers,
        failure);
  }

  /** A server that is no sentinel does not know the command. */
  private static boolean isServer(WireException failed) {
    return failed.error() == WireError.SERVER
        && String.valueOf(failed.getMessage()).contains("unknown command");
  }

  private static String remedy(Host host) {
    return " (this is no sentinel but a server: use valkey://"
        + host
        + ", or the port of a sentinel, "
        + Endpoint.DEFAULT_SENTINEL_PORT
        + " as a rule)";
  }

  private Host ask(Host host, Deadline deadline) throws WireException {
    try (Link link = new Link(sockets.open(host, deadline), host.toString(), 0)) {
      boolean login = credentials != null && !credentials.password().isEmpty();
      if (login) {
        link.write(
            credentials.user().isEmpty()
                ? Command.of("AUTH", credentials.password())
                : Command.of("AUTH", credentials.user(), credentials.password()));
      }
      link.write(Command.of("SENTINEL", "get-master-addr-by-name", master));
      link.flush();
      if (login) {
        link.read(deadline.leftMillis());
      }
      Object address = link.read(deadline.leftMillis());
      return address instanceof List<?> pair
          ? new Host(Replies.toText(pair.get(0)), (int) Replies.toLong(pair.get(1)))
          : null;
    }
  }
}
