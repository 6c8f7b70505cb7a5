package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.MethodMatrix;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

@Conformance
class TransactionDemands {
  @Demand(
      section = "6.2.7",
      text = "Commit acknowledges what was consumed and sends what was produced.")
  void commitAppliesAll(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "1", "2");
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createConsumer(in);
    MessageProducer producer = session.createProducer(out);
    Stage.expect(consumer, "1", "2");
    producer.send(session.createTextMessage("a"));
    producer.send(session.createTextMessage("b"));
    stage.holds(out);
    session.commit();
    consumer.close();
    stage.holds(out, "a", "b");
    stage.holds(in);
  }

  @Demand(
      section = "6.2.7",
      text = "Rollback destroys what was produced and recovers what was consumed.")
  void rollbackUndoesAll(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "1", "2");
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createConsumer(in);
    Stage.expect(consumer, "1");
    session.createProducer(out).send(session.createTextMessage("never"));
    session.rollback();
    Message again = Stage.take(consumer);
    assertEquals("1", Stage.text(again));
    assertTrue(again.getJMSRedelivered());
    Stage.expect(consumer, "2");
    session.commit();
    stage.holds(out);
  }

  @Demand(section = "6.2.7", text = "The end of a transaction begins the next one.")
  void transactionsFollowOneAnother(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(queue);
    producer.send(session.createTextMessage("1"));
    session.commit();
    producer.send(session.createTextMessage("2"));
    session.rollback();
    producer.send(session.createTextMessage("3"));
    session.commit();
    stage.holds(queue, "1", "3");
  }

  @Demand(
      section = "6.2.7",
      text = "The transaction of a context spans its producers and consumers.")
  void contextsAreTransacted(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "x");
    JMSContext context = stage.context(JMSContext.SESSION_TRANSACTED);
    var consumer = context.createConsumer(in);
    assertEquals("x", consumer.receiveBody(String.class, Stage.WAIT));
    context.createProducer().send(out, "y");
    context.rollback();
    assertEquals("x", consumer.receiveBody(String.class, Stage.WAIT));
    context.createProducer().send(out, "z");
    context.commit();
    consumer.close();
    stage.holds(in);
    stage.holds(out, "z");
  }

  @Demand(
      section = "10.3",
      text = "commit and rollback of a session that is not transacted throw IllegalStateException.")
  void onlyTransactedSessionsCommit(Stage stage) throws Exception {
    for (int mode = Session.AUTO_ACKNOWLEDGE; mode <= Session.DUPS_OK_ACKNOWLEDGE; mode++) {
      Session session = stage.session(mode);
      assertThrows(IllegalStateException.class, session::commit);
      assertThrows(IllegalStateException.class, session::rollback);
      JMSContext context = stage.context(mode);
      assertThrows(IllegalStateRuntimeException.class, context::commit);
      assertThrows(IllegalStateRuntimeException.class, context::rollback);
    }
  }

  @Demand(
      section = "6.2.10",
      text = "recover of a transacted session throws IllegalStateException.")
  void transactedSessionsDoNotRecover(Stage stage) throws Exception {
    Session session = stage.session(Session.SESSION_TRANSACTED);
    assertThrows(IllegalStateException.class, session::recover);
    JMSContext context = stage.context(JMSContext.SESSION_TRANSACTED);
    assertThrows(IllegalStateRuntimeException.class, context::recover);
  }

  @Demand(
      section = "10.3",
      text =
          "A commit that ends in a rollback throws TransactionRolledBackException, and all of it"
              + " is undone.")
  void failedCommitsAreRolledBackWhole(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "x");
    TemporaryQueue gone = stage.session().createTemporaryQueue();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createConsumer(in);
    Stage.expect(consumer, "x");
    session.createProducer(out).send(session.createTextMessage("y"));
    session.createProducer(gone).send(session.createTextMessage("nowhere to go"));
    gone.delete();
    boolean rolledBack = false;
    try {
      session.commit();
    } catch (TransactionRolledBackException told) {
      rolledBack = true;
    }
    session.close();
    stage.holds(out, rolledBack ? new String[0] : new String[] {"y"});
    stage.holds(in, rolledBack ? new String[] {"x"} : new String[0]);
  }

  /** A transaction of nobody else. */
  private record Branch(byte[] global) implements Xid {
    static Branch next() {
      return new Branch(
          ByteBuffer.allocate(8).putLong(ThreadLocalRandom.current().nextLong()).array());
    }

    @Override
    public int getFormatId() {
      return 4711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return global.clone();
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[] {1};
    }
  }

  @Demand(
      section = "6.2.8",
      text = "An XAResource commits in two phases, and rolls back, what its session did.")
  void distributedTransactionsCommitAndRollBack(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "x");
    XAConnection connection = stage.keep(stage.provider().distributed().createXAConnection());
    connection.start();
    XASession session = connection.createXASession();
    XAResource resource = session.getXAResource();
    MessageConsumer consumer = session.createConsumer(in);
    MessageProducer producer = session.createProducer(out);

    Branch first = Branch.next();
    resource.start(first, XAResource.TMNOFLAGS);
    Stage.expect(consumer, "x");
    producer.send(session.createTextMessage("rolled back"));
    resource.end(first, XAResource.TMSUCCESS);
    resource.rollback(first);

    Branch second = Branch.next();
    resource.start(second, XAResource.TMNOFLAGS);
    Message again = Stage.take(consumer);
    assertTrue(again.getJMSRedelivered());
    producer.send(session.createTextMessage("committed"));
    resource.end(second, XAResource.TMSUCCESS);
    assertEquals(XAResource.XA_OK, resource.prepare(second));
    stage.holds(out);
    resource.commit(second, false);
    consumer.close();
    stage.holds(out, "committed");
    stage.holds(in);
  }

  @Demand(
      section = "6.2.7",
      text = "In a distributed transaction, commit and rollback of the session are refused.")
  void sessionsOfDistributedTransactionsDoNotCommit(Stage stage) throws Exception {
    XAConnection connection = stage.keep(stage.provider().distributed().createXAConnection());
    XASession session = connection.createXASession();
    assertTrue(session.getTransacted());
    Branch branch = Branch.next();
    session.getXAResource().start(branch, XAResource.TMNOFLAGS);
    assertThrows(TransactionInProgressException.class, session::commit);
    assertThrows(TransactionInProgressException.class, session::rollback);
    session.getXAResource().end(branch, XAResource.TMSUCCESS);
    session.getXAResource().rollback(branch);
    XAJMSContext context = stage.keep(stage.provider().distributed().createXAContext());
    Branch other = Branch.next();
    context.getXAResource().start(other, XAResource.TMNOFLAGS);
    assertThrows(TransactionInProgressRuntimeException.class, context::commit);
    assertThrows(TransactionInProgressRuntimeException.class, context::rollback);
    context.getXAResource().end(other, XAResource.TMSUCCESS);
    context.getXAResource().rollback(other);
  }

  @Demand(
      section = "6.2.8",
      text = "Distributed sessions, connections and contexts refuse to work when closed.")
  void nothingWorksOnClosedDistributedObjects(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    XAConnection connection = stage.provider().distributed().createXAConnection();
    XASession session = connection.createXASession();
    connection.close();
    matrix.allThrow(IllegalStateException.class, connection, XAConnection.class, "close");
    matrix.allThrow(
        IllegalStateException.class, session, XASession.class, "close", "run", "getXAResource");
    XAJMSContext context = stage.provider().distributed().createXAContext();
    context.close();
    matrix.allThrow(
        IllegalStateRuntimeException.class,
        context,
        XAJMSContext.class,
        "close",
        "getContext",
        "getXAResource");
    connection.close();
    context.close();
  }
}
