package io.echomq.jms.wire;

/** Opens brokers; one per connection factory. Threads: safe for use by any thread. */
public interface BrokerConnector {

  /**
   * Connects, passes the version fence, and answers within the connect timeout.
   *
   * @param credentials null: those of the factory
   * @throws WireException {@link WireError#UNAVAILABLE}, {@link WireError#REFUSED_CREDENTIALS},
   *     {@link WireError#FOREIGN_VERSION}, {@link WireError#UNFIT_ENGINE}
   */
  Broker connect(Credentials credentials) throws WireException;
}
