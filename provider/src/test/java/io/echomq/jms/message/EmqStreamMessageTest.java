package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.StreamMessage;
import org.junit.jupiter.api.Test;

class EmqStreamMessageTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);

  @Test
  void bytesAreReadInPiecesUntilAShortOneOrMinusOne() throws JMSException {
    StreamMessage stream = stream(new byte[] {1, 2, 3, 4}, "after");
    byte[] two = new byte[2];
    assertEquals(2, stream.readBytes(two));
    assertArrayEquals(new byte[] {1, 2}, two);
    assertEquals(2, stream.readBytes(two));
    assertArrayEquals(new byte[] {3, 4}, two);
    assertEquals(-1, stream.readBytes(two));
    assertEquals("after", stream.readString());
  }

  @Test
  void aShortPieceEndsTheValue() throws JMSException {
    StreamMessage stream = stream(new byte[] {1, 2, 3}, "after");
    assertEquals(2, stream.readBytes(new byte[2]));
    assertEquals(1, stream.readBytes(new byte[2]));
    assertEquals("after", stream.readString());
  }

  @Test
  void nothingElseIsReadWhileBytesArePartlyRead() throws JMSException {
    StreamMessage stream = stream(new byte[] {1, 2}, "after");
    assertEquals(2, stream.readBytes(new byte[2]));
    assertThrows(MessageFormatException.class, stream::readString);
    assertThrows(MessageFormatException.class, stream::readObject);
    assertEquals(-1, stream.readBytes(new byte[2]));
    assertEquals("after", stream.readObject());
    stream.reset();
    assertEquals(1, stream.readBytes(new byte[1]));
    stream.reset();
    assertArrayEquals(new byte[] {1, 2}, (byte[]) stream.readObject());
  }

  @Test
  void emptyAndNullBytesAreTwoThings() throws JMSException {
    StreamMessage stream = stream(new byte[0], null, "after");
    assertEquals(0, stream.readBytes(new byte[4]));
    assertEquals(-1, stream.readBytes(new byte[4]));
    assertThrows(MessageFormatException.class, () -> stream.readBytes(new byte[4]));
    assertEquals("after", stream.readString());
  }

  @Test
  void theEndIsTold() throws JMSException {
    StreamMessage stream = stream("only");
    stream.readString();
    assertThrows(MessageEOFException.class, stream::readString);
    assertThrows(MessageEOFException.class, () -> stream.readBytes(new byte[1]));
    stream.reset();
    assertEquals("only", stream.readString());
  }

  @Test
  void writingAndReadingAreTwoModes() throws JMSException {
    StreamMessage stream = factory.createStreamMessage();
    assertThrows(MessageNotReadableException.class, stream::readInt);
    assertThrows(MessageNotReadableException.class, () -> stream.readBytes(new byte[1]));
    stream.writeInt(1);
    stream.reset();
    assertThrows(MessageNotWriteableException.class, () -> stream.writeInt(2));
    assertThrows(MessageNotWriteableException.class, () -> stream.writeBytes(new byte[1]));
    assertThrows(MessageNotWriteableException.class, () -> stream.writeObject("x"));
    stream.clearBody();
    stream.writeInt(3);
    stream.reset();
    assertEquals(3, stream.readInt());
    assertThrows(MessageEOFException.class, stream::readInt);
  }

  @Test
  void arraysAreCopiedInAndOut() throws JMSException {
    byte[] bytes = {1, 2, 3};
    StreamMessage stream = factory.createStreamMessage();
    stream.writeBytes(bytes, 1, 2);
    stream.writeObject(bytes);
    bytes[2] = 9;
    assertThrows(IndexOutOfBoundsException.class, () -> stream.writeBytes(bytes, 2, 2));
    stream.reset();
    assertArrayEquals(new byte[] {2, 3}, (byte[]) stream.readObject());
    ((byte[]) stream.readObject())[0] = 9;
    stream.reset();
    stream.readObject();
    assertArrayEquals(new byte[] {1, 2, 3}, (byte[]) stream.readObject());
  }

  @Test
  void aStreamIsNeverReturnedWhole() throws JMSException {
    StreamMessage stream = stream("x");
    assertFalse(stream.isBodyAssignableTo(Object.class));
    assertThrows(MessageFormatException.class, () -> stream.getBody(Object.class));
    assertThrows(
        MessageFormatException.class, () -> factory.createStreamMessage().getBody(Object.class));
  }

  @Test
  void aReceivedStreamStandsAtItsBeginningAndKeepsItsData() throws JMSException {
    StreamMessage sent = factory.createStreamMessage();
    sent.writeInt(1);
    StreamMessage received = Deliveries.received(factory, sent);
    sent.writeInt(2);
    assertEquals(1, received.readInt());
    assertThrows(MessageEOFException.class, received::readInt);
    assertThrows(MessageNotWriteableException.class, () -> received.writeInt(1));
  }

  private StreamMessage stream(Object... values) throws JMSException {
    StreamMessage stream = factory.createStreamMessage();
    for (Object value : values) {
      stream.writeObject(value);
    }
    stream.reset();
    return stream;
  }
}
