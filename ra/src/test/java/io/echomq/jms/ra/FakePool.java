package io.echomq.jms.ra;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The pool of a container; one thread uses it. */
final class FakePool implements ConnectionManager, ConnectionEventListener {
  private static final long serialVersionUID = 1L;

  final transient Set<ManagedConnection> idle = new HashSet<>();
  final transient Set<ManagedConnection> used = new HashSet<>();

  /** Connections that told of their failure; from a thread of theirs. */
  final transient Set<Object> failed = ConcurrentHashMap.newKeySet();

  /** The last handle of each connection. */
  final transient Map<ManagedConnection, Object> handles = new HashMap<>();

  /** What the container does when it is told. */
  transient Runnable whenToldOfFailure = () -> {};

  /** Whether connections are taken in a transaction. */
  boolean transacted;

  int made;

  @Override
  public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo request)
      throws ResourceException {
    idle.removeAll(failed);
    ManagedConnection connection = factory.matchManagedConnections(idle, null, request);
    if (connection == null) {
      connection = factory.createManagedConnection(null, request);
      connection.addConnectionEventListener(this);
      made++;
    }
    idle.remove(connection);
    used.add(connection);
    if (transacted) {
      connection.getLocalTransaction().begin();
    }
    Object handle = connection.getConnection(null, request);
    handles.put(connection, handle);
    return handle;
  }

  @Override
  public void connectionClosed(ConnectionEvent event) {
    ManagedConnection connection = (ManagedConnection) event.getSource();
    try {
      connection.cleanup();
    } catch (ResourceException failed) {
      throw new IllegalStateException(failed);
    }
    used.remove(connection);
    idle.add(connection);
  }

  @Override
  public void connectionErrorOccurred(ConnectionEvent event) {
    whenToldOfFailure.run();
    failed.add(event.getSource());
  }

  void destroy() throws ResourceException {
    for (ManagedConnection each : idle) {
      each.destroy();
    }
  }

  @Override
  public void localTransactionStarted(ConnectionEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void localTransactionCommitted(ConnectionEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void localTransactionRolledback(ConnectionEvent event) {
    throw new UnsupportedOperationException();
  }
}
