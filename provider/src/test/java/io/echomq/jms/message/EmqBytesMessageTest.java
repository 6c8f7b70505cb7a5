package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Body;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class EmqBytesMessageTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);

  @Test
  void bytesAreThoseOfDataOutput() throws Exception {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    write(new DataOutputStream(expected));
    EmqBytesMessage typed = factory.createBytesMessage();
    typed.writeBoolean(true);
    typed.writeByte((byte) -1);
    typed.writeShort((short) 0xfedc);
    typed.writeChar('€');
    typed.writeInt(-70_000);
    typed.writeLong(Long.MIN_VALUE);
    typed.writeFloat(1.5f);
    typed.writeDouble(-2.25);
    typed.writeUTF("h\0é€\uD800");
    typed.writeBytes(new byte[] {7, 8});
    typed.writeBytes(new byte[] {7, 8, 9}, 1, 2);
    assertArrayEquals(expected.toByteArray(), bytes(typed));
    EmqBytesMessage boxed = factory.createBytesMessage();
    for (Object value :
        new Object[] {
          true,
          (byte) -1,
          (short) 0xfedc,
          '€',
          -70_000,
          Long.MIN_VALUE,
          1.5f,
          -2.25,
          "h\0é€\uD800",
          new byte[] {7, 8},
          new byte[] {8, 9}
        }) {
      boxed.writeObject(value);
    }
    assertArrayEquals(expected.toByteArray(), bytes(boxed));
  }

  @Test
  void everythingIsReadAsItWasWritten() throws Exception {
    BytesMessage sent = factory.createBytesMessage();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    write(new DataOutputStream(stream));
    sent.writeBytes(stream.toByteArray());
    BytesMessage message = Deliveries.received(factory, sent);
    assertEquals(stream.size(), message.getBodyLength());
    assertEquals(true, message.readBoolean());
    assertEquals(255, message.readUnsignedByte());
    assertEquals(0xfedc, message.readUnsignedShort());
    assertEquals('€', message.readChar());
    assertEquals(-70_000, message.readInt());
    assertEquals(Long.MIN_VALUE, message.readLong());
    assertEquals(1.5f, message.readFloat());
    assertEquals(-2.25, message.readDouble());
    assertEquals("h\0é€\uD800", message.readUTF());
    assertEquals(7, message.readByte());
    byte[] rest = new byte[10];
    assertEquals(3, message.readBytes(rest));
    assertEquals(-1, message.readBytes(rest));
    message.reset();
    assertEquals(true, message.readBoolean());
    assertEquals(-1, message.readByte());
    assertEquals((short) 0xfedc, message.readShort());
  }

  @Test
  void readBytesHeedsItsLength() throws JMSException {
    BytesMessage message = readable(1, 2, 3);
    byte[] buffer = new byte[2];
    assertEquals(1, message.readBytes(buffer, 1));
    assertEquals(0, message.readBytes(buffer, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> message.readBytes(buffer, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> message.readBytes(buffer, -1));
    assertEquals(2, message.readBytes(buffer));
    assertArrayEquals(new byte[] {2, 3}, buffer);
  }

  @Test
  void aReadPastTheEndMovesNothing() throws JMSException {
    BytesMessage message = readable(0, 5);
    assertThrows(MessageEOFException.class, message::readInt);
    assertThrows(MessageEOFException.class, message::readLong);
    assertThrows(MessageEOFException.class, message::readUTF);
    assertEquals(5, message.readUnsignedShort());
    assertThrows(MessageEOFException.class, message::readBoolean);
  }

  @Test
  void bytesThatAreNoStringAreAFormatErrorAndMoveNothing() throws JMSException {
    BytesMessage message = readable(0, 1, 0xff);
    assertThrows(MessageFormatException.class, message::readUTF);
    assertEquals(1, message.readShort());
  }

  @Test
  void stringsAbove64KilobytesAreRefusedWhole() throws JMSException {
    EmqBytesMessage message = factory.createBytesMessage();
    assertThrows(MessageFormatException.class, () -> message.writeUTF("x".repeat(65_536)));
    assertEquals(0, bytes(message).length);
    message.writeUTF("x".repeat(65_535));
    assertEquals(65_537, bytes(message).length);
  }

  @Test
  void writingAndReadingAreTwoModes() throws JMSException {
    BytesMessage message = factory.createBytesMessage();
    assertThrows(MessageNotReadableException.class, message::readByte);
    assertThrows(MessageNotReadableException.class, message::readUTF);
    assertThrows(MessageNotReadableException.class, message::getBodyLength);
    assertThrows(MessageNotReadableException.class, () -> message.readBytes(new byte[1]));
    message.writeByte((byte) 1);
    message.reset();
    assertThrows(MessageNotWriteableException.class, () -> message.writeByte((byte) 2));
    assertThrows(MessageNotWriteableException.class, () -> message.writeBytes(new byte[1]));
    assertThrows(MessageNotWriteableException.class, () -> message.writeUTF("x"));
    assertThrows(MessageNotWriteableException.class, () -> message.writeObject(1));
    message.clearBody();
    message.writeByte((byte) 3);
    message.reset();
    assertEquals(1, message.getBodyLength());
    assertEquals(3, message.readByte());
  }

  @Test
  void nullsAndSlicesOutsideTheArrayAreRefused() {
    BytesMessage message = factory.createBytesMessage();
    assertThrows(NullPointerException.class, () -> message.writeObject(null));
    assertThrows(IndexOutOfBoundsException.class, () -> message.writeBytes(new byte[2], 1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> message.writeBytes(new byte[2], 0, -1));
  }

  @Test
  void sendingLeavesTheMessageWriteable() throws JMSException {
    EmqBytesMessage message = factory.createBytesMessage();
    message.writeByte((byte) 1);
    byte[] first = bytes(message);
    message.writeByte((byte) 2);
    assertArrayEquals(new byte[] {1}, first);
    assertArrayEquals(new byte[] {1, 2}, bytes(message));
  }

  @Test
  void whatIsWrittenAfterASendLeavesWhatWasSentAlone() throws JMSException {
    for (int size : new int[] {63, 64, 65, 1 << 20}) {
      EmqBytesMessage message = new EmqBytesMessage();
      message.writeBytes(new byte[size]);
      Body.Bytes sent = (Body.Bytes) message.bodySnapshot();
      message.writeBytes(new byte[0]);
      message.writeLong(-1);
      assertArrayEquals(new byte[size], sent.bytes());
      message.reset();
      assertEquals(size + 8, message.getBodyLength());
    }
  }

  @Test
  void muchIsWrittenInLittlePieces() throws JMSException {
    EmqBytesMessage message = factory.createBytesMessage();
    for (int i = 0; i < 10_000; i++) {
      message.writeInt(i);
    }
    message.reset();
    assertEquals(40_000, message.getBodyLength());
    for (int i = 0; i < 10_000; i++) {
      assertEquals(i, message.readInt());
    }
  }

  private BytesMessage readable(int... bytes) throws JMSException {
    BytesMessage message = factory.createBytesMessage();
    for (int b : bytes) {
      message.writeByte((byte) b);
    }
    message.reset();
    return message;
  }

  private static byte[] bytes(EmqBytesMessage message) throws JMSException {
    return ((Body.Bytes) message.toData().body()).bytes();
  }

  private static void write(DataOutputStream out) throws IOException {
    out.writeBoolean(true);
    out.writeByte(-1);
    out.writeShort(0xfedc);
    out.writeChar('€');
    out.writeInt(-70_000);
    out.writeLong(Long.MIN_VALUE);
    out.writeFloat(1.5f);
    out.writeDouble(-2.25);
    out.writeUTF("h\0é€\uD800");
    out.write(new byte[] {7, 8, 8, 9});
  }
}
