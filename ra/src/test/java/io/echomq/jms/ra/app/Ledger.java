package io.echomq.jms.ra.app;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What was done, in a database and in the transaction of the caller. */
@Stateless
public class Ledger {
  @Resource(lookup = "jdbc/ledger")
  private DataSource database;

  /** Makes the table when there is none; a transaction has no place for that. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void create() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS ledger(bean VARCHAR(40), entry VARCHAR(80), deliveries INT)");
    }
  }

  public void write(String bean, String entry, int deliveries) {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO ledger VALUES(?, ?, ?)")) {
      insert.setString(1, bean);
      insert.setString(2, entry);
      insert.setInt(3, deliveries);
      insert.executeUpdate();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The entries of a bean as {@code entry#deliveries}. */
  public List<String> read(String bean) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query =
            connection.prepareStatement("SELECT entry, deliveries FROM ledger WHERE bean = ?")) {
      query.setString(1, bean);
      List<String> entries = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          entries.add(rows.getString(1) + "#" + rows.getInt(2));
        }
      }
      return entries;
    }
  }
}
