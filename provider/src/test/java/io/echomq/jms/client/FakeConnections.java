package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.FakeClock;
import io.echomq.jms.wire.fake.FakeServer;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** Connections of the real client over a fake server; closed together. */
final class FakeConnections implements AutoCloseable {
  final FakeServer server = new FakeServer(FakeClock.running());
  private final List<EmqConnection> opened = new ArrayList<>();

  EmqConnection open() throws JMSException {
    return open("");
  }

  /**
   * @param query options as in a URI, for example {@code "?clientId=c1"}
   */
  EmqConnection open(String query) throws JMSException {
    return open(query, Domain.BOTH);
  }

  EmqConnection open(String query, Domain domain) throws JMSException {
    try {
      Options options = Options.parse("valkey://fake" + query);
      EmqConnection made = EmqConnection.open(server.connect(null), options, domain);
      opened.add(made);
      return made;
    } catch (WireException down) {
      throw new AssertionError("the fake is up", down);
    }
  }

  EmqConnection started() throws JMSException {
    EmqConnection made = open();
    made.start();
    return made;
  }

  @Override
  public void close() throws JMSException {
    for (EmqConnection connection : opened) {
      connection.close();
    }
  }
}
