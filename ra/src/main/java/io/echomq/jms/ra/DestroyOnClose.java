package io.echomq.jms.ra;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ManagedConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a connection that no container pools with its handle. Threads: the application's. */
final class DestroyOnClose implements ConnectionEventListener {
  private static final Logger LOG = LoggerFactory.getLogger(DestroyOnClose.class);

  private final ManagedConnection connection;

  DestroyOnClose(ManagedConnection connection) {
    this.connection = connection;
  }

  @Override
  public void connectionClosed(ConnectionEvent event) {
    try {
      connection.destroy();
    } catch (ResourceException failed) {
      LOG.warn("a connection could not be closed", failed);
    }
  }

  @Override
  public void connectionErrorOccurred(ConnectionEvent event) {
    connectionClosed(event);
  }

  @Override
  public void localTransactionStarted(ConnectionEvent event) {
    // Nobody listens: there is no container.
  }

  @Override
  public void localTransactionCommitted(ConnectionEvent event) {
    // As above.
  }

  @Override
  public void localTransactionRolledback(ConnectionEvent event) {
    // As above.
  }
}
