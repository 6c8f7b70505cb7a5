package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.client.EmqXAConnection;
import io.echomq.jms.wire.WireException;
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
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ManagedConnectionMetaData;
import jakarta.resource.spi.SecurityException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pooled connection: one physical connection with one session, which lives as long as the
 * connection does; handles come and go.
 *
 * <p>Threads: the container's, one at a time; failures come from another.
 */
final class RaManagedConnection implements ManagedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(RaManagedConnection.class);

  /** How long a close waits until another thread has told the container of the failure. */
  private static final long TELLING_MILLIS = 1000;

  private static final String FAILED = "this connection has failed; the pool must make a new one";

  private final EmqXAConnection connection;
  private final XASession session;
  private final RaCredentials credentials;
  private final ManagedConnectionFactory factory;
  private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
  private final List<RaSession> handles = new CopyOnWriteArrayList<>();
  private volatile boolean destroyed;

  /** Who tells the listeners that the connection has failed; null before anybody does. */
  private final AtomicReference<Thread> teller = new AtomicReference<>();

  private final CountDownLatch failureTold = new CountDownLatch(1);
  private PrintWriter log;

  private RaManagedConnection(
      EmqXAConnection connection, RaCredentials credentials, ManagedConnectionFactory factory)
      throws JMSException {
    this.connection = connection;
    this.factory = factory;
    this.credentials = credentials;
    this.session = connection.createXASession();
    connection.setExceptionListener(this::failed);
    connection.start();
  }

  /**
   * Connects.
   *
   * @param to where
   * @param of whose connection it is
   */
  static RaManagedConnection open(
      EchoMQXAConnectionFactory to, RaCredentials credentials, ManagedConnectionFactory of)
      throws JMSException {
    EmqXAConnection made =
        credentials.user() == null
            ? to.createXAConnection()
            : to.createXAConnection(credentials.user(), credentials.password());
    try {
      return new RaManagedConnection(made, credentials, of);
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
    checkSound();
    if (subject != null || request != null) {
      RaCredentials wanted = RaCredentials.of(subject, request, factory);
      if (!wanted.equals(credentials)) {
        throw new SecurityException(
            "this connection is that of " + credentials + ", and cannot become that of " + wanted);
      }
    }
    RaSession handle = new RaSession(this);
    handles.add(handle);
    return handle;
  }

  private void checkSound() throws jakarta.resource.spi.IllegalStateException {
    if (hasFailed()) {
      throw new jakarta.resource.spi.IllegalStateException(FAILED);
    }
  }

  @Override
  public void associateConnection(Object handle) throws ResourceException {
    if (!(handle instanceof RaSession ours)) {
      throw new ResourceException("the handle is one of another resource adapter: " + handle);
    }
    checkSound();
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
      awaitTold();
      return;
    }
    ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
    event.setConnectionHandle(handle);
    listeners.forEach(listener -> listener.connectionClosed(event));
  }

  /** Tells once, and holds no lock meanwhile: containers take theirs. */
  private void failed(Exception why) {
    if (!teller.compareAndSet(null, Thread.currentThread())) {
      return;
    }
    ConnectionEvent event =
        new ConnectionEvent(this, ConnectionEvent.CONNECTION_ERROR_OCCURRED, why);
    for (ConnectionEventListener listener : listeners) {
      try {
        listener.connectionErrorOccurred(event);
      } catch (RuntimeException thrown) {
        LOG.error("a container's listener threw when it was told of a failed connection", thrown);
      }
    }
    failureTold.countDown();
  }

  /** For who finds that another tells; not for ever, since he may hold what that one waits for. */
  private void awaitTold() {
    if (teller.get() == Thread.currentThread()) {
      return;
    }
    try {
      if (!failureTold.await(TELLING_MILLIS, TimeUnit.MILLISECONDS)) {
        LOG.debug("the container still hears of the failure of {}", connection);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
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
    try {
      resource().leaveNoLocal();
    } catch (WireException failed) {
      throw new ResourceException(
          "a local transaction that was left open could not be rolled back", failed);
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
    return new RaLocalTransaction(resource());
  }

  private EmqXAResource resource() {
    return (EmqXAResource) session.getXAResource();
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
