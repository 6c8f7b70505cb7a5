package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * The version fence (the wire contract): {@code {emq}:version} must hold a value that we join; when
 * there is none, ours is written. A foreign one is never overwritten.
 *
 * <p>Threads: any (immutable).
 */
final class Fence {
  private final List<String> joined;

  /**
   * A fence.
   *
   * @param joined the values that we join; the first is written when there is none
   */
  Fence(List<String> joined) {
    this.joined = List.copyOf(joined);
  }

  /** The first half of the check, to be sent before any other command on data. */
  static Command question() {
    return Command.of("GET", Keys.VERSION);
  }

  /**
   * Passes the fence, or refuses.
   *
   * @param answer the reply to {@link #question}
   * @return the server's value
   * @throws WireException {@link WireError#FOREIGN_VERSION} naming both values
   */
  String pass(Link link, Object answer, Deadline deadline) throws WireException {
    String found = Replies.toText(answer);
    if (found == null) {
      link.write(Command.of("SET", Keys.VERSION, joined.get(0), "NX"));
      link.write(question());
      link.flush();
      link.read(deadline.leftMillis());
      // Read back: another client may have been first, with another version.
      found = Replies.toText(link.read(deadline.leftMillis()));
    }
    if (!joined.contains(found)) {
      throw foreign(link.where(), "'" + found + "'", null);
    }
    return found;
  }

  /** The refusal of a server whose version key is not even a string. */
  WireException foreign(String where, String found, Exception cause) {
    return new WireException(
        WireError.FOREIGN_VERSION,
        where
            + ": {emq}:version is "
            + found
            + ", and this client joins "
            + joined
            + "; use a client of that version, or, when the two are compatible, name it in"
            + " protocolVersions. Nothing was changed.",
        cause);
  }
}
