package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.client.EmqXAConnection;
import io.echomq.jms.xa.EmqXAResource;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.XASession;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;

/**
 * A pooled connection: one physical connection with one session, which lives as long as the
 * connection does; handles come and go.
 *
 * <p>Threads: the container's, one at a time; failures come from another.
 */
final class RaManagedConnection implements ManagedConnection {
  private static final String FAILED = "this connection has failed; the pool must make a new one";

  private final EmqXAConnection connection;
  private final XASession session;
  private final RaCredentials credentials;
  private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
  private final List<RaSession> handles = new CopyOnWriteArrayList<>();
  private volatile boolean destroyed;

  /** Guarded by this: the listeners have heard that the connection has failed. */
  private boolean failureTold;

  private PrintWriter log;

  private RaManagedConnection(EmqXAConnection connection, RaCredentials credentials)
      throws JMSException {
    this.connection = connection;
    this.credentials = credentials;
    this.session = connection.createXASession();
    connection.setExceptionListener(this::failed);
    connection.start();
  }

  static RaManagedConnection open(EchoMQXAConnectionFactory factory, RaCredentials credentials)
      throws JMSException {
    EmqXAConnection made =
        credentials.user() == null
            ? factory.createXAConnection()
            : factory.createXAConnection(credentials.user(), credentials.password());
    try {
      return new RaManagedConnection(made, credentials);
    } catch (JMSException refused) {
      made.close();
      throw refused;
    }
  }

  RaCredentials credentials() {
    return credentials;
  }

  boolean hasFailed() {
    return destroyed || connection.hasFailed();
  }

  EmqXAConnection connection() {
    return connection;
  }

  XASession session() {
    return session;
  }

  /** The simplified API over the session; its {@code close} must not be called. */
  JMSContext context() throws JMSException {
    return connection.contextOver(session);
  }

  @Override
  public Object getConnection(Subject subject, ConnectionRequestInfo request)
      throws ResourceException {
    if (hasFailed()) {
      throw new jakarta.resource.spi.IllegalStateException(FAILED);
    }
    RaSession handle = new RaSession(this);
    handles.add(handle);
    return handle;
  }

  @Override
  public void associateConnection(Object handle) throws ResourceException {
    if (!(handle instanceof RaSession ours)) {
      throw new ResourceException("the handle is one of another resource adapter: " + handle);
    }
    ours.moveTo(this);
    handles.add(ours);
  }

  void dissociate(RaSession handle) {
    handles.remove(handle);
  }

  /**
   * The application has closed a handle. Who closes one because its calls fail may be here before
   * the thread that tells of failures: the pool must not take the connection back for a sound one.
   */
  void handleClosed(RaSession handle) {
    handles.remove(handle);
    if (hasFailed()) {
      failed(new ResourceException(FAILED));
      return;
    }
    ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
    event.setConnectionHandle(handle);
    listeners.forEach(listener -> listener.connectionClosed(event));
  }

  /** Tells once; the second who finds it returns when all have heard. */
  private synchronized void failed(Exception why) {
    if (failureTold) {
      return;
    }
    failureTold = true;
    ConnectionEvent event =
        new ConnectionEvent(this, ConnectionEvent.CONNECTION_ERROR_OCCURRED, why);
    listeners.forEach(listener -> listener.connectionErrorOccurred(event));
  }

  /**
   * Back to the pool: what the handles made is closed, the session stays.
   *
   * @throws ResourceException when the connection has failed, and is none for the pool
   */
  @Override
  public void cleanup() throws ResourceException {
    takeHandles();
    if (hasFailed()) {
      throw new ResourceException(FAILED);
    }
  }

  private void takeHandles() {
    for (RaSession handle : handles) {
      handle.abandon();
    }
    handles.clear();
  }

  @Override
  public void destroy() throws ResourceException {
    if (destroyed) {
      return;
    }
    destroyed = true;
    takeHandles();
    try {
      connection.close();
    } catch (JMSException failed) {
      throw new ResourceException("the connection could not be closed in order", failed);
    }
  }

  @Override
  public void addConnectionEventListener(ConnectionEventListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeConnectionEventListener(ConnectionEventListener listener) {
    listeners.remove(listener);
  }

  @Override
  public XAResource getXAResource() {
    return session.getXAResource();
  }

  @Override
  public LocalTransaction getLocalTransaction() {
    return new RaLocalTransaction((EmqXAResource) session.getXAResource());
  }

  @Override
  public ManagedConnectionMetaData getMetaData() {
    return new RaMetaData(connection, credentials);
  }

  @Override
  public void setLogWriter(PrintWriter writer) {
    log = writer;
  }

  @Override
  public PrintWriter getLogWriter() {
    return log;
  }
}
