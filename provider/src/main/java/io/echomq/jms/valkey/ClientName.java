package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.function.Consumer;

/**
 * The client id that a connection holds, if any.
 *
 * <p>Threads: any.
 */
final class ClientName {
  private final KeyLeases leases;
  private final Keys keys;
  private final String owner;
  private final Consumer<WireException> onLost;
  private ClientLease held;
  private volatile String value;

  /**
   * @param onLost told when somebody else took the client id: the lease lapsed, or this connection
   *     was cut off for so long that it seemed gone
   */
  ClientName(KeyLeases leases, Keys keys, String owner, Consumer<WireException> onLost) {
    this.leases = leases;
    this.keys = keys;
    this.owner = owner;
    this.onLost = onLost;
  }

  /**
   * Takes the client id.
   *
   * @throws WireException {@link WireError#CLIENT_ID_IN_USE} when another connection holds it that
   *     may live; {@link WireError#WRONG_STATE} when this one holds another
   */
  synchronized void take(String clientId) throws WireException {
    if (held != null) {
      throw new WireException(
          WireError.WRONG_STATE, "this connection has a client id already; it cannot be changed");
    }
    held = leases.takeClient(keys.facts().client(clientId), owner, () -> lost(clientId));
    if (held == null) {
      throw new WireException(
          WireError.CLIENT_ID_IN_USE,
          "client id '"
              + clientId
              + "' is held by another connection; close it or choose another"
              + " (that of a process whose machine died is free after its nodeLease)");
    }
    value = clientId;
  }

  /** The client id; null for none. */
  String value() {
    return value;
  }

  synchronized void giveUp() throws WireException {
    if (held != null) {
      ClientLease lease = held;
      held = null;
      leases.release(lease);
    }
  }

  private void lost(String clientId) {
    onLost.accept(
        new WireException(
            WireError.FAILED,
            "client id '"
                + clientId
                + "' was taken by another connection, since this one was cut off or stood still;"
                + " close this connection and make another"));
  }
}
