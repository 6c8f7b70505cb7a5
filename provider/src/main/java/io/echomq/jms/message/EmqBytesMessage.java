package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageNotReadableException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * A stream of bytes, big-endian as {@code DataOutput} writes. The read position moves only when a
 * read succeeds. Threads: for one thread.
 */
public final class EmqBytesMessage extends EmqMessage implements BytesMessage {
  /** What is written; null while the body is readable. */
  private ByteSink out;

  /** What is read; null while the body is writeable. Its array is never written to. */
  private ByteBuffer in;

  EmqBytesMessage() {
    this.out = new ByteSink();
  }

  EmqBytesMessage(MessageData sent, int deliveryCount, Body.Bytes body) {
    super(sent, deliveryCount);
    this.in = ByteBuffer.wrap(body.array(), body.offset(), body.length()).slice();
  }

  @Override
  public boolean hasBody() {
    return in == null ? out.size() > 0 : in.capacity() > 0;
  }

  @Override
  Body bodySnapshot() {
    return in == null
        ? out.snapshot()
        : new Body.Bytes(in.array(), in.arrayOffset(), in.capacity());
  }

  @Override
  void emptyBody() {
    in = null;
    out = new ByteSink();
  }

  @Override
  Class<?> bodyClass() {
    return byte[].class;
  }

  /** All bytes; resets the message before and after, as the API says. */
  @Override
  Object wholeBody() {
    reset();
    return Arrays.copyOfRange(in.array(), in.arrayOffset(), in.arrayOffset() + in.capacity());
  }

  @Override
  public void reset() {
    makeBodyReadOnly();
    if (in == null) {
      Body.Bytes written = out.snapshot();
      in = ByteBuffer.wrap(written.array(), written.offset(), written.length()).slice();
      out = null;
    }
    in.rewind();
  }

  @Override
  public long getBodyLength() throws JMSException {
    checkReadable();
    return in.capacity();
  }

  @Override
  public boolean readBoolean() throws JMSException {
    need(1);
    return in.get() != 0;
  }

  @Override
  public byte readByte() throws JMSException {
    need(1);
    return in.get();
  }

  @Override
  public int readUnsignedByte() throws JMSException {
    need(1);
    return in.get() & 0xff;
  }

  @Override
  public short readShort() throws JMSException {
    need(2);
    return in.getShort();
  }

  @Override
  public int readUnsignedShort() throws JMSException {
    need(2);
    return in.getShort() & 0xffff;
  }

  @Override
  public char readChar() throws JMSException {
    need(2);
    return in.getChar();
  }

  @Override
  public int readInt() throws JMSException {
    need(4);
    return in.getInt();
  }

  @Override
  public long readLong() throws JMSException {
    need(8);
    return in.getLong();
  }

  @Override
  public float readFloat() throws JMSException {
    need(4);
    return in.getFloat();
  }

  @Override
  public double readDouble() throws JMSException {
    need(8);
    return in.getDouble();
  }

  @Override
  public String readUTF() throws JMSException {
    checkReadable();
    return ModifiedUtf8.read(in);
  }

  @Override
  public int readBytes(byte[] buffer) throws JMSException {
    return readBytes(buffer, buffer.length);
  }

  @Override
  public int readBytes(byte[] buffer, int length) throws JMSException {
    checkReadable();
    if (length < 0 || length > buffer.length) {
      throw new IndexOutOfBoundsException(
          "length " + length + " is not between 0 and the buffer's " + buffer.length);
    }
    if (!in.hasRemaining()) {
      return -1;
    }
    int count = Math.min(length, in.remaining());
    in.get(buffer, 0, count);
    return count;
  }

  @Override
  public void writeBoolean(boolean value) throws JMSException {
    checkBodyWriteable();
    out.room(1).put((byte) (value ? 1 : 0));
  }

  @Override
  public void writeByte(byte value) throws JMSException {
    checkBodyWriteable();
    out.room(1).put(value);
  }

  @Override
  public void writeShort(short value) throws JMSException {
    checkBodyWriteable();
    out.room(2).putShort(value);
  }

  @Override
  public void writeChar(char value) throws JMSException {
    checkBodyWriteable();
    out.room(2).putChar(value);
  }

  @Override
  public void writeInt(int value) throws JMSException {
    checkBodyWriteable();
    out.room(4).putInt(value);
  }

  @Override
  public void writeLong(long value) throws JMSException {
    checkBodyWriteable();
    out.room(8).putLong(value);
  }

  @Override
  public void writeFloat(float value) throws JMSException {
    checkBodyWriteable();
    out.room(4).putFloat(value);
  }

  @Override
  public void writeDouble(double value) throws JMSException {
    checkBodyWriteable();
    out.room(8).putDouble(value);
  }

  @Override
  public void writeUTF(String value) throws JMSException {
    checkBodyWriteable();
    ModifiedUtf8.write(value, out);
  }

  @Override
  public void writeBytes(byte[] value) throws JMSException {
    writeBytes(value, 0, value.length);
  }

  @Override
  public void writeBytes(byte[] value, int offset, int length) throws JMSException {
    checkBodyWriteable();
    Objects.checkFromIndexSize(offset, length, value.length);
    out.room(length).put(value, offset, length);
  }

  @Override
  public void writeObject(Object value) throws JMSException {
    checkBodyWriteable();
    if (value == null) {
      throw new NullPointerException("a BytesMessage cannot hold null");
    }
    if (value instanceof String text) {
      writeUTF(text);
    } else if (value instanceof byte[] bytes) {
      writeBytes(bytes);
    } else {
      writeBoxed(Conversions.bodyValue(value, "value"));
    }
  }

  private void writeBoxed(Object value) throws JMSException {
    if (value instanceof Boolean bool) {
      writeBoolean(bool);
    } else if (value instanceof Byte number) {
      writeByte(number);
    } else if (value instanceof Short number) {
      writeShort(number);
    } else if (value instanceof Character character) {
      writeChar(character);
    } else if (value instanceof Integer number) {
      writeInt(number);
    } else if (value instanceof Long number) {
      writeLong(number);
    } else if (value instanceof Float number) {
      writeFloat(number);
    } else {
      writeDouble((Double) value);
    }
  }

  private void checkReadable() throws MessageNotReadableException {
    if (in == null) {
      throw new MessageNotReadableException(
          "the body is write-only until reset() is called (§3.11.2)");
    }
  }

  private void need(int bytes) throws JMSException {
    checkReadable();
    if (in.remaining() < bytes) {
      throw new MessageEOFException(
          bytes + " bytes are wanted and " + in.remaining() + " are left of " + in.capacity());
    }
  }
}
