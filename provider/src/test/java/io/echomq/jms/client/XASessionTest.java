package io.echomq.jms.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.fake.FakeClock;
import io.echomq.jms.wire.fake.FakeServer;
import io.echomq.jms.xa.XaBranches;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.XASession;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The states of a branch, driven as a transaction manager does, over the fake broker. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class XASessionTest {
  private final FakeServer server = new FakeServer(FakeClock.running());
  private final Options options = Options.parse("valkey://fake?lease=400ms");
  private final XaBranches branches = EmqXAConnection.branches(server, null, options);
  private EmqXAConnection connection;
  private XASession session;
  private XAResource xa;
  private Queue queue;

  @BeforeEach
  void open() throws JMSException {
    connection = connect();
    session = connection.createXASession();
    xa = session.getXAResource();
    queue = session.createQueue("q");
  }

  private EmqXAConnection connect() throws JMSException {
    EmqXAConnection made = EmqXAConnection.open(server, null, options, Domain.BOTH, branches);
    made.start();
    return made;
  }

  @AfterEach
  void close() throws JMSException {
    connection.close();
  }

  private static Xid xid(int number) {
    return new TestXid(number);
  }

  private void send(String text) throws JMSException {
    session.createProducer(queue).send(session.createTextMessage(text));
  }

  /** The next message, to a session of its own that acknowledges it; null when there is none. */
  private String next() throws JMSException {
    try (EmqXAConnection other = connect();
        XASession reader = other.createXASession()) {
      Message message = reader.createConsumer(queue).receiveNoWait();
      return message == null ? null : message.getBody(String.class);
    }
  }

  private void receiveIn(XASession in, String expected) throws JMSException {
    MessageConsumer consumer = in.createConsumer(queue);
    assertEquals(expected, consumer.receive(10_000).getBody(String.class));
    consumer.close();
  }

  private static int refusal(Executable call) {
    return assertThrows(XAException.class, call::run).errorCode;
  }

  private interface Executable {
    void run() throws Exception;
  }

  @Test
  void workOutsideABranchIsDoneAtOnce() throws Exception {
    send("now");
    assertEquals("now", next());
    assertNull(next());
  }

  @Test
  void twoPhasesCommitWhatWasSentAndReceived() throws Exception {
    send("in");
    xa.start(xid(1), XAResource.TMNOFLAGS);
    receiveIn(session, "in");
    send("out");
    xa.end(xid(1), XAResource.TMSUCCESS);
    assertEquals(XAResource.XA_OK, xa.prepare(xid(1)));
    assertNull(next());
    assertArrayEquals(new Xid[] {xid(1)}, plain(xa.recover(XAResource.TMSTARTRSCAN)));
    assertEquals(0, xa.recover(XAResource.TMNOFLAGS).length);

    xa.commit(xid(1), false);

    assertEquals("out", next());
    assertNull(next());
    assertEquals(0, xa.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length);
  }

  private static Xid[] plain(Xid[] found) {
    Xid[] plain = new Xid[found.length];
    for (int i = 0; i < found.length; i++) {
      plain[i] = TestXid.copyOf(found[i]);
    }
    return plain;
  }

  @Test
  void onePhaseCommitsAndRollbackGivesBackWithItsCount() throws Exception {
    send("in");
    xa.start(xid(1), XAResource.TMNOFLAGS);
    receiveIn(session, "in");
    xa.end(xid(1), XAResource.TMSUCCESS);
    xa.rollback(xid(1));

    xa.start(xid(2), XAResource.TMNOFLAGS);
    Message again = session.createConsumer(queue).receive(10_000);
    assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
    send("out");
    xa.end(xid(2), XAResource.TMSUCCESS);
    xa.commit(xid(2), true);

    assertEquals("out", next());
    assertNull(next());
  }

  @Test
  void aBranchWithoutWorkVotesReadOnly() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    xa.end(xid(1), XAResource.TMSUCCESS);
    assertEquals(XAResource.XA_RDONLY, xa.prepare(xid(1)));
    assertEquals(XAException.XAER_NOTA, refusal(() -> xa.commit(xid(1), false)));
  }

  @Test
  void aSuspendedBranchRestsWhileAnotherIsAtWork() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("one");
    xa.end(xid(1), XAResource.TMSUSPEND);
    xa.start(xid(2), XAResource.TMNOFLAGS);
    send("two");
    xa.end(xid(2), XAResource.TMSUCCESS);
    xa.commit(xid(2), true);
    assertEquals("two", next());

    xa.start(xid(1), XAResource.TMRESUME);
    send("three");
    xa.end(xid(1), XAResource.TMSUCCESS);
    xa.commit(xid(1), true);

    assertEquals("one", next());
    assertEquals("three", next());
  }

  @Test
  void twoSessionsJoinOneBranch() throws Exception {
    XASession second = connection.createXASession();
    assertTrue(xa.isSameRM(second.getXAResource()));
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("first");
    xa.end(xid(1), XAResource.TMSUCCESS);
    second.getXAResource().start(xid(1), XAResource.TMJOIN);
    second.createProducer(queue).send(second.createTextMessage("second"));
    second.getXAResource().end(xid(1), XAResource.TMSUCCESS);
    assertNull(next());

    xa.prepare(xid(1));
    second.getXAResource().commit(xid(1), false);

    assertEquals("first", next());
    assertEquals("second", next());
  }

  @Test
  void aFailedBranchCanOnlyBeRolledBack() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("never");
    xa.end(xid(1), XAResource.TMFAIL);
    assertEquals(XAException.XA_RBROLLBACK, refusal(() -> xa.prepare(xid(1))));
    assertNull(next());
  }

  @Test
  void theWrongCallAtTheWrongTimeIsNamed() throws Exception {
    assertEquals(XAException.XAER_NOTA, refusal(() -> xa.end(xid(1), XAResource.TMSUCCESS)));
    assertEquals(XAException.XAER_NOTA, refusal(() -> xa.start(xid(1), XAResource.TMJOIN)));
    assertEquals(XAException.XAER_NOTA, refusal(() -> xa.prepare(xid(1))));
    assertEquals(XAException.XAER_NOTA, refusal(() -> xa.rollback(xid(1))));
    assertEquals(XAException.XAER_NOTA, refusal(() -> xa.forget(xid(1))));
    assertEquals(XAException.XAER_INVAL, refusal(() -> xa.start(xid(1), XAResource.TMFAIL)));
    assertEquals(XAException.XAER_INVAL, refusal(() -> xa.recover(XAResource.TMJOIN)));
    xa.start(xid(1), XAResource.TMNOFLAGS);
    assertEquals(XAException.XAER_PROTO, refusal(() -> xa.start(xid(2), XAResource.TMNOFLAGS)));
    assertEquals(XAException.XAER_PROTO, refusal(() -> xa.prepare(xid(1))));
    send("x");
    xa.end(xid(1), XAResource.TMSUCCESS);
    assertEquals(XAException.XAER_PROTO, refusal(() -> xa.commit(xid(1), false)));
    assertEquals(XAException.XAER_DUPID, refusal(() -> xa.start(xid(1), XAResource.TMNOFLAGS)));
    assertEquals(XAException.XAER_PROTO, refusal(() -> xa.start(xid(1), XAResource.TMRESUME)));
    xa.rollback(xid(1));
  }

  @Test
  void aRollbackWhileTheSessionIsAtWorkRefusesTheRest() throws Exception {
    send("in");
    xa.start(xid(1), XAResource.TMNOFLAGS);
    receiveIn(session, "in");
    xa.rollback(xid(1));
    assertThrows(JMSException.class, () -> send("late"));
    assertEquals(XAException.XA_RBROLLBACK, refusal(() -> xa.end(xid(1), XAResource.TMSUCCESS)));
    assertEquals("in", next());
  }

  @Test
  void aConnectionClosedBeforePrepareLeavesItsBranchToTheFactory() throws Exception {
    send("in");
    try (EmqXAConnection other = connect()) {
      XASession worker = other.createXASession();
      XAResource resource = worker.getXAResource();
      resource.start(xid(1), XAResource.TMNOFLAGS);
      receiveIn(worker, "in");
      worker.createProducer(queue).send(worker.createTextMessage("out"));
      resource.end(xid(1), XAResource.TMSUCCESS);
    }
    connection.close();
    Awaitility.await().during(1, TimeUnit.SECONDS).until(() -> server.pending(address()) == 0);

    assertEquals(XAResource.XA_OK, xa.prepare(xid(1)));
    xa.commit(xid(1), false);

    assertEquals("out", next());
    assertNull(next());
  }

  private static io.echomq.jms.wire.Address address() {
    return new io.echomq.jms.wire.Address(io.echomq.jms.wire.Address.Domain.QUEUE, "q", "");
  }

  @Test
  void aBranchThatTakesTooLongIsRolledBack() throws Exception {
    send("in");
    assertTrue(xa.setTransactionTimeout(1));
    assertEquals(1, xa.getTransactionTimeout());
    xa.start(xid(1), XAResource.TMNOFLAGS);
    receiveIn(session, "in");
    Awaitility.await().until(() -> server.pending(address()) == 1);

    assertEquals(XAException.XA_RBTIMEOUT, refusal(() -> xa.end(xid(1), XAResource.TMSUCCESS)));
    xa.rollback(xid(1));
    assertEquals("in", next());
  }

  @Test
  void aLostLeaseRollsTheWholeBranchBack() throws Exception {
    send("in");
    xa.start(xid(1), XAResource.TMNOFLAGS);
    Message in = session.createConsumer(queue).receive(10_000);
    send("never");
    xa.end(xid(1), XAResource.TMSUCCESS);
    server.steal(address(), in.getJMSMessageID().substring(3));

    assertEquals(XAException.XA_RBROLLBACK, refusal(() -> xa.prepare(xid(1))));
    assertNull(next());
  }

  @Test
  void aServerThatIsAwayAtPrepareLeavesTheDecisionToTheManager() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("never");
    xa.end(xid(1), XAResource.TMSUCCESS);
    server.down();
    assertEquals(XAException.XAER_RMFAIL, refusal(() -> xa.prepare(xid(1))));
    assertEquals(XAException.XAER_RMFAIL, refusal(() -> xa.rollback(xid(1))));
    server.up(false);
    xa.rollback(xid(1));
    assertNull(next());
  }

  @Test
  void aServerThatIsAwayAtTheCommitIsAskedAgain() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("out");
    xa.end(xid(1), XAResource.TMSUCCESS);
    xa.prepare(xid(1));
    server.down();
    assertEquals(XAException.XA_RETRY, refusal(() -> xa.commit(xid(1), false)));
    server.up(false);
    xa.commit(xid(1), false);
    assertEquals("out", next());
  }

  @Test
  void anInterruptedCommitOfOnePhaseIsNotSaidToBeRolledBack() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("perhaps");
    xa.end(xid(1), XAResource.TMSUCCESS);
    server.faults().failNext("commit", WireError.INTERRUPTED);
    assertEquals(XAException.XA_HEURHAZ, refusal(() -> xa.commit(xid(1), true)));
  }

  @Test
  void whatWasSentBeforeABranchIsStoredBeforeTheBranchGoesOn() throws Exception {
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    server.down();
    // Nobody waits for it.
    producer.send(session.createTextMessage("before"));
    xa.start(xid(1), XAResource.TMNOFLAGS);
    FutureTask<Void> sent =
        new FutureTask<>(
            () -> {
              producer.send(session.createTextMessage("within"));
              return null;
            });
    new Thread(sent).start();
    assertThrows(TimeoutException.class, () -> sent.get(200, TimeUnit.MILLISECONDS));
    server.up(false);
    sent.get(60, TimeUnit.SECONDS);
    xa.end(xid(1), XAResource.TMSUCCESS);
    xa.commit(xid(1), true);
    assertEquals("before", next());
    assertEquals("within", next());
  }

  @Test
  void aRollbackThatCouldNotReachTheServerIsMadeUpFor() throws Exception {
    send("in");
    xa.start(xid(1), XAResource.TMNOFLAGS);
    receiveIn(session, "in");
    xa.end(xid(1), XAResource.TMSUCCESS);
    server.down();
    assertEquals(XAException.XAER_RMFAIL, refusal(() -> xa.prepare(xid(1))));
    assertEquals(XAException.XAER_RMFAIL, refusal(() -> xa.rollback(xid(1))));
    server.up(false);

    Awaitility.await().until(() -> server.pending(address()) == 1);
    assertEquals("in", next());
  }

  @Test
  void anOperatorsDecisionIsToldAndForgotten() throws Exception {
    xa.start(xid(1), XAResource.TMNOFLAGS);
    send("out");
    xa.end(xid(1), XAResource.TMSUCCESS);
    xa.prepare(xid(1));
    var operator = server.connect(null);
    operator.decideHeuristically(operator.recover().get(0), false);

    assertEquals(XAException.XA_HEURRB, refusal(() -> xa.commit(xid(1), false)));
    xa.forget(xid(1));
    assertEquals(0, xa.recover(XAResource.TMSTARTRSCAN).length);
    assertNull(next());
  }

  @Test
  void theSessionItselfNeitherCommitsNorRollsBack() throws Exception {
    assertTrue(session.getTransacted());
    assertThrows(TransactionInProgressException.class, session::commit);
    assertThrows(TransactionInProgressException.class, session::rollback);
    assertThrows(TransactionInProgressException.class, () -> session.getSession().commit());
    assertFalse(xa.isSameRM(new EmqXARecovery(server, options).resource()));
  }

  /** A resource of another factory. */
  private record EmqXARecovery(FakeServer server, Options options) {
    XAResource resource() throws JMSException {
      return EmqXAConnection.open(
              server, null, options, Domain.BOTH, EmqXAConnection.branches(server, null, options))
          .recoveryResource();
    }
  }
}
