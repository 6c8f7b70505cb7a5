package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageNotWriteableException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmqMapMessageTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);

  @Test
  void entriesNeedNames() {
    MapMessage map = factory.createMapMessage();
    assertThrows(IllegalArgumentException.class, () -> map.setInt("", 1));
    assertThrows(IllegalArgumentException.class, () -> map.setObject(null, 1));
    assertThrows(IllegalArgumentException.class, () -> map.setBytes(null, new byte[1]));
  }

  @Test
  void nullIsAnEntryAndAbsentIsNone() throws JMSException {
    MapMessage map = factory.createMapMessage();
    map.setString("n", null);
    map.setBytes("b", null);
    map.setInt("a name with spaces", 1);
    assertTrue(map.itemExists("n"));
    assertFalse(map.itemExists("x"));
    assertNull(map.getObject("n"));
    assertNull(map.getBytes("b"));
    assertEquals(
        List.of("n", "b", "a name with spaces"),
        Collections.list(((EmqMapMessage) map).getMapNames()));
  }

  @Test
  void arraysAreCopiedInAndOut() throws JMSException {
    byte[] bytes = {1, 2, 3};
    MapMessage map = factory.createMapMessage();
    map.setBytes("all", bytes);
    map.setBytes("part", bytes, 1, 2);
    map.setObject("object", bytes);
    bytes[1] = 9;
    map.getBytes("all")[0] = 9;
    ((byte[]) map.getObject("all"))[0] = 9;
    ((byte[]) map.getBody(Map.class).get("all"))[0] = 9;
    assertArrayEquals(new byte[] {1, 2, 3}, map.getBytes("all"));
    assertArrayEquals(new byte[] {2, 3}, map.getBytes("part"));
    assertArrayEquals(new byte[] {1, 2, 3}, map.getBytes("object"));
    assertThrows(IndexOutOfBoundsException.class, () -> map.setBytes("x", bytes, 2, 2));
  }

  @Test
  void aReceivedMapIsReadOnlyUntilClearedAndItsDataStays() throws JMSException {
    EmqMapMessage sent = factory.createMapMessage();
    sent.setInt("a", 1);
    var delivery = Deliveries.of(sent, 1);
    sent.setInt("late", 1);
    EmqMapMessage map = (EmqMapMessage) factory.fromDelivery(delivery, () -> {});
    assertFalse(map.itemExists("late"));
    assertThrows(MessageNotWriteableException.class, () -> map.setInt("b", 1));
    map.clearBody();
    assertFalse(map.itemExists("a"));
    map.setInt("b", 2);
    EmqMapMessage again = (EmqMapMessage) factory.fromDelivery(delivery, () -> {});
    assertEquals(List.of("a"), Collections.list(again.getMapNames()));
  }
}
