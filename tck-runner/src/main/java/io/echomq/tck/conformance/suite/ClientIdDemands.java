package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Provider;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

@Conformance
class ClientIdDemands {
  @Demand(
      section = "6.1.2",
      text = "A client id that is set on a fresh connection is its client id.")
  void clientIdsAreSet(Stage stage) throws Exception {
    String id = Stage.name();
    Connection connection = stage.connection();
    assertNull(connection.getClientID());
    connection.setClientID(id);
    assertEquals(id, connection.getClientID());
    String other = Stage.name();
    JMSContext context = stage.context();
    context.setClientID(other);
    assertEquals(other, context.getClientID());
  }

  @Demand(
      section = "6.1.2",
      text = "A client id that the administrator gave cannot be changed: IllegalStateException.")
  void administeredClientIdsStay(Stage stage) throws Exception {
    try (Connection connection = stage.provider().identified().createConnection()) {
      assertEquals(Provider.CLIENT_ID, connection.getClientID());
      assertThrows(IllegalStateException.class, () -> connection.setClientID(Stage.name()));
    }
    try (JMSContext context = stage.provider().identified().createContext()) {
      assertEquals(Provider.CLIENT_ID, context.getClientID());
      assertThrows(IllegalStateRuntimeException.class, () -> context.setClientID(Stage.name()));
    }
  }

  @Demand(
      section = "6.1.2",
      text = "After any other action, setting a client id throws IllegalStateException.")
  void clientIdsComeFirst(Stage stage) throws Exception {
    List<ThrowingAction> actions = new ArrayList<>();
    actions.add(Connection::start);
    actions.add(Connection::stop);
    actions.add(Connection::createSession);
    actions.add(connection -> connection.setClientID(Stage.name()));
    for (ThrowingAction action : actions) {
      Connection connection = stage.connection();
      action.on(connection);
      assertThrows(IllegalStateException.class, () -> connection.setClientID(Stage.name()));
    }
    JMSContext context = stage.context();
    context.createProducer().send(stage.queue(), "x");
    assertThrows(IllegalStateRuntimeException.class, () -> context.setClientID(Stage.name()));
  }

  @FunctionalInterface
  private interface ThrowingAction {
    void on(Connection connection) throws JMSException;
  }

  @Demand(
      section = "6.1.2",
      text = "A client id is used by one connection at a time, and free again when that is closed.")
  void clientIdsAreUsedOnce(Stage stage) throws Exception {
    String id = Stage.name();
    Connection first = stage.connection();
    first.setClientID(id);
    Connection second = stage.connection();
    assertThrows(InvalidClientIDException.class, () -> second.setClientID(id));
    JMSContext context = stage.context();
    assertThrows(InvalidClientIDRuntimeException.class, () -> context.setClientID(id));
    first.close();
    Connection third = stage.connection();
    third.setClientID(id);
    assertEquals(id, third.getClientID());
  }

  @Demand(section = "10.3", text = "A client id that is rejected throws InvalidClientIDException.")
  void rejectedClientIdsThrow(Stage stage) throws Exception {
    for (String id : new String[] {null, ""}) {
      Connection connection = stage.connection();
      assertThrows(InvalidClientIDException.class, () -> connection.setClientID(id));
      JMSContext context = stage.context();
      assertThrows(InvalidClientIDRuntimeException.class, () -> context.setClientID(id));
    }
  }
}
