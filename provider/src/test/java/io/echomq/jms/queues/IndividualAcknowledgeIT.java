package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.NEVER;
import static io.echomq.jms.queues.Stage.SOON;
import static io.echomq.jms.queues.Stage.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQSession;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class IndividualAcknowledgeIT {
  private final TestServer server;
  @AutoClose private final Stage stage;

  IndividualAcknowledgeIT(TestServer server) throws JMSException {
    this.server = server;
    stage = new Stage(server);
  }

  @Test
  void theVendorModeAcknowledgesOneMessage() throws JMSException {
    secondOfThreeIsAcknowledged(stage.session("", EchoMQSession.INDIVIDUAL_ACKNOWLEDGE));
  }

  @Test
  void theOptionGivesClientAcknowledgeTheSameMeaning() throws JMSException {
    Session session = stage.session("acknowledgeMode=individual", Session.CLIENT_ACKNOWLEDGE);
    assertEquals(Session.CLIENT_ACKNOWLEDGE, session.getAcknowledgeMode());
    secondOfThreeIsAcknowledged(session);
  }

  private void secondOfThreeIsAcknowledged(Session session) throws JMSException {
    stage.send("q", null, "1", "2", "3");
    MessageConsumer consumer = session.createConsumer(stage.queue("q"));
    consumer.receive(SOON);
    consumer.receive(SOON).acknowledge();
    consumer.receive(SOON);
    session.close();
    MessageConsumer next = stage.session("").createConsumer(stage.queue("q"));
    for (String left : new String[] {"1", "3"}) {
      Message message = next.receive(SOON);
      assertEquals(left, text(message));
      assertEquals(2, message.getIntProperty("JMSXDeliveryCount"));
    }
    assertNull(next.receive(NEVER));
  }

  @Test
  void aContextAcknowledgesAllItWasHandedAndAMessageOne() throws JMSException {
    stage.send("q", null, "1", "2", "3");
    try (JMSContext context =
        new EchoMQConnectionFactory(server.uri())
            .createContext(EchoMQSession.INDIVIDUAL_ACKNOWLEDGE)) {
      assertEquals(EchoMQSession.INDIVIDUAL_ACKNOWLEDGE, context.getSessionMode());
      var consumer = context.createConsumer(stage.queue("q"));
      consumer.receive(SOON).acknowledge();
      consumer.receive(SOON);
      context.acknowledge();
    }
    MessageConsumer next = stage.session("").createConsumer(stage.queue("q"));
    assertEquals("3", text(next.receive(SOON)));
    assertNull(next.receive(NEVER));
  }
}
