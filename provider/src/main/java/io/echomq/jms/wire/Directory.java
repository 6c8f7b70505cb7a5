package io.echomq.jms.wire;

/** Names and identities kept on the server. Threads: safe for use by any thread. */
public interface Directory {

  /** Identifies this connection on the server: {@code noLocal}, temporary destinations, leases. */
  String connectionId();

  /**
   * Takes the client id for this connection until it is closed, or its lease is over.
   *
   * @throws WireException {@link WireError#CLIENT_ID_IN_USE} when another connection holds it
   */
  void takeClientId(String clientId) throws WireException;

  /** Registers a new temporary destination owned by this connection. */
  Address createTemporary(Address.Domain domain) throws WireException;

  /**
   * Deletes a temporary destination and what is in it.
   *
   * @throws WireException {@link WireError#WRONG_STATE} when it still has consumers here
   */
  void deleteTemporary(Address address) throws WireException;

  /** A page of a queue or a view, in the order of consumption; disturbs nothing. */
  BrowsePage browse(Browse request) throws WireException;
}
