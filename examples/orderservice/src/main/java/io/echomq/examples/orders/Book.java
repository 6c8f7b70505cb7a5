package io.echomq.examples.orders;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
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

/** The booked orders, in the server's default database. */
@Singleton
@Startup
public class Book {
  @Resource private DataSource database;

  /** Outside a transaction: databases commit when they make a table. */
  @PostConstruct
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  void open() {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS booked(id VARCHAR(60), item VARCHAR(60), amount INT)");
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Books an order in the transaction of the caller. */
  public void write(String id, String item, int count) {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO booked VALUES(?, ?, ?)")) {
      insert.setString(1, id);
      insert.setString(2, item);
      insert.setInt(3, count);
      insert.executeUpdate();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  public List<String> lines() {
    try (Connection connection = database.getConnection();
        Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery("SELECT id, item, amount FROM booked ORDER BY id")) {
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        lines.add(rows.getString(1) + "  " + rows.getInt(3) + " " + rows.getString(2));
      }
      return lines;
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
