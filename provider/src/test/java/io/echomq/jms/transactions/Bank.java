package io.echomq.jms.transactions;

import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.client.EmqXAConnection;
import io.echomq.jms.transactions.CrashPoint.Plan;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.XASession;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * Orders in the queue {@code in} are booked in a database and confirmed in the queue {@code out},
 * all in one transaction, in which records of topics can be read and written too.
 */
final class Bank implements AutoCloseable {
  private final EmqXAConnection messaging;
  private final XAConnection database;
  private final XASession session;

  Bank(String uri, Path data) throws JMSException, SQLException {
    messaging = new EchoMQXAConnectionFactory(uri).createXAConnection();
    messaging.start();
    session = messaging.createXASession();
    JdbcDataSource source = new JdbcDataSource();
    source.setURL("jdbc:h2:file:" + data.resolve("bank"));
    source.setUser("sa");
    source.setPassword("");
    database = source.getXAConnection();
  }

  void createAccount() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE account(balance INT)");
      statement.execute("INSERT INTO account VALUES(0)");
    }
  }

  int balance() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT balance FROM account")) {
      row.next();
      return row.getInt(1);
    }
  }

  /** Receives one order and books it; the caller ends the transaction. */
  void book(TransactionManager manager, Plan plan) throws Exception {
    Transaction transaction = manager.getTransaction();
    enlist(transaction, new CrashingResource(session.getXAResource(), true, plan));
    enlist(transaction, new CrashingResource(database.getXAResource(), false, plan));
    Message order;
    try (MessageConsumer consumer = session.createConsumer(session.createQueue("in"))) {
      order = consumer.receive(60_000);
    }
    if (order == null) {
      throw new IllegalStateException("no order came");
    }
    int amount = order.getIntProperty("amount");
    try (Statement statement = database.getConnection().createStatement()) {
      statement.execute("UPDATE account SET balance = balance + " + amount);
    }
    session
        .createProducer(session.createQueue("out"))
        .send(session.createTextMessage(Integer.toString(amount)));
  }

  /**
   * One record of the topic {@code news} is read, and one of {@code bookings} is written, in the
   * transaction that {@link #book} has begun.
   */
  void report() throws JMSException {
    Message record;
    try (MessageConsumer consumer = audit()) {
      record = consumer.receive(60_000);
    }
    if (record == null) {
      throw new IllegalStateException("no news came");
    }
    session
        .createProducer(session.createTopic("bookings"))
        .send(session.createTextMessage(record.getBody(String.class)));
  }

  /** The durable subscription of the news; no client id holds it up after a crash. */
  MessageConsumer audit() throws JMSException {
    return session.createSharedDurableConsumer(session.createTopic("news"), "audit");
  }

  private static void enlist(Transaction transaction, XAResource resource) throws Exception {
    if (!transaction.enlistResource(resource)) {
      throw new RollbackException("the resource could not be enlisted");
    }
  }

  void recover() throws SQLException {
    Narayana.recover(messaging.recoveryResource(), database.getXAResource());
  }

  @Override
  public void close() throws JMSException, SQLException {
    messaging.close();
    database.close();
  }
}
