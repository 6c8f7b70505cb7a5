package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Fair lanes, shared with workers that claim nothing else. */
@WithServer
class LaneCasesIT {
  private static final String ID = "JOB0STF4r0SSpz";
  private static final String GROUP = "CST0STF4r0SSpz";

  @Test
  void aLaneJobPutByHandIsDeliveredToAPlainConsumer(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      ForeignRuntime foreign = new ForeignRuntime(jedis, "lane-by-hand");
      foreign.enqueueIntoLane(ID, GROUP, "in a lane");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      Message message = session.createConsumer(scene.queue("lane-by-hand")).receive(SOON);
      assertFresh("in a lane", message);
      assertEquals("ID:" + ID, message.getJMSMessageID());
      await().until(() -> !foreign.hasRow(ID));
      assertTrue(jedis.lrange("emq:{lane-by-hand}:ring", 0, -1).isEmpty());
    }
  }

  @Test
  void aMessageWithAGroupIsServedToAWorkerThatClaimsLanes(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri());
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("grouped");
      List<String> ids = sendToGroup(scene, queue, "customer 7", 3);
      ForeignRuntime foreign = new ForeignRuntime(jedis, "grouped");
      for (String id : ids) {
        assertEquals(id, foreign.claimLane(30_000));
        assertNotEquals(null, foreign.field(id, "group"));
        foreign.complete(id);
      }
    }
  }

  @Test
  void aPlainConsumerReceivesFlatAndGroupedMessagesAndEachGroupInOrder(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("flat-and-grouped");
      sendToGroup(scene, queue, "a", 10);
      sendToGroup(scene, queue, "b", 10);
      scene.sendNumbers(queue, 10);
      MessageConsumer consumer = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      List<Message> all = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        Message message = consumer.receive(SOON);
        assertNotEquals(null, message, "only " + i + " messages came");
        all.add(message);
      }
      for (String group : new String[] {"a", "b"}) {
        List<String> texts = new ArrayList<>();
        for (Message message : all) {
          if (group.equals(message.getStringProperty("JMSXGroupID"))) {
            texts.add(message.getBody(String.class));
          }
        }
        List<String> inOrder = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
          inOrder.add(group + i);
        }
        assertEquals(inOrder, texts);
      }
    }
  }

  private static List<String> sendToGroup(Scene scene, Queue queue, String group, int count)
      throws JMSException {
    MessageProducer producer = scene.post().createProducer(queue);
    List<String> ids = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      TextMessage message = scene.post().createTextMessage(group + i);
      message.setStringProperty("JMSXGroupID", group);
      message.setIntProperty("JMSXGroupSeq", i);
      producer.send(message);
      ids.add(message.getJMSMessageID().substring("ID:".length()));
    }
    return ids;
  }
}
