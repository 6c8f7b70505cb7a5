package io.echomq.jms.jmx;

/** The connections of one factory in this JVM: {@code io.echomq.jms:type=Factory,name=…}. */
public interface FactoryMXBean {

  /** The address and all options, without passwords. */
  String getConfiguration();

  /** Messages handed to the broker. */
  long getSent();

  /** Messages leased, prefetched ones too. */
  long getReceived();

  /** Of these, those that were delivered before. */
  long getRedelivered();

  /** Messages whose acknowledgement was handed to the broker. */
  long getAcknowledged();

  /** Messages given back: rolled back, recovered, failed, or never handed out. */
  long getReturned();

  /** Messages that somebody else got while they were held here. */
  long getLostLeases();

  /** Connections made to the server; reconnects raise it. */
  long getConnectionsOpened();
}
