package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.MethodMatrix;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import java.nio.ByteBuffer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** The interfaces of distributed transactions on objects that are closed in every way. */
@Conformance
class ClosedXaDemands {
  /** {@code run} and {@code getXAResource} declare no exception of their own. */
  private static final String[] SESSION_EXEMPT = {"close", "run", "getXAResource"};

  private record Branch(long number) implements Xid {
    Branch() {
      this(System.nanoTime());
    }

    @Override
    public int getFormatId() {
      return 1;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return ByteBuffer.allocate(8).putLong(number).array();
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[] {1};
    }
  }

  private static XAConnection connection(Stage stage) throws Exception {
    return stage.keep(stage.provider().distributed().createXAConnection());
  }

  @Demand(
      section = "6.1.8",
      text = "On a closed XA connection every method of it and of its sessions but close throws.")
  void nothingWorksOnAClosedXaConnection(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    XAConnection connection = connection(stage);
    XASession session = connection.createXASession();
    connection.close();
    matrix.allThrow(IllegalStateException.class, connection, XAConnection.class, "close");
    matrix.allThrow(IllegalStateException.class, session, XASession.class, SESSION_EXEMPT);
    assertDoesNotThrow(connection::close);
    assertDoesNotThrow(session::close);
  }

  @Demand(
      section = "6.2.15",
      text = "On a closed XA session every method but close throws; its connection goes on.")
  void nothingWorksOnAClosedXaSession(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    XAConnection connection = connection(stage);
    XASession session = connection.createXASession();
    session.close();
    matrix.allThrow(IllegalStateException.class, session, XASession.class, SESSION_EXEMPT);
    assertDoesNotThrow(session::close);
    assertDoesNotThrow(connection::createXASession);
  }

  @Demand(section = "6.2.15", text = "On a closed XA context every method but close throws.")
  void nothingWorksOnAClosedXaContext(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    XAJMSContext context = stage.keep(stage.provider().distributed().createXAContext());
    context.close();
    matrix.allThrow(
        IllegalStateRuntimeException.class,
        context,
        XAJMSContext.class,
        "close",
        "getContext",
        "getXAResource");
    assertDoesNotThrow(context::close);
  }

  @Demand(
      section = "6.2.7.2",
      text = "What an XA session has done is decided after its close, but no work begins there.")
  void branchesOutliveTheirSession(Stage stage) throws Exception {
    Queue queue = stage.queue();
    XAConnection connection = connection(stage);
    XASession session = connection.createXASession();
    XAResource resource = session.getXAResource();
    Xid done = new Branch();
    resource.start(done, XAResource.TMNOFLAGS);
    session.createProducer(queue).send(session.createTextMessage("x"));
    resource.end(done, XAResource.TMSUCCESS);
    session.close();
    assertThrows(XAException.class, () -> resource.start(new Branch(), XAResource.TMNOFLAGS));
    assertEquals(XAResource.XA_OK, resource.prepare(done));
    stage.holds(queue);
    resource.commit(done, false);
    stage.holds(queue, "x");
  }
}
