package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Values in sequence. The read position moves only when a read succeeds (§3.11.3). Threads: for one
 * thread.
 */
public final class EmqStreamMessage extends EmqMessage implements StreamMessage {
  /** The position in a bytes value that no {@link #readBytes} has begun. */
  private static final int NOT_BEGUN = -1;

  /** Written only while the body is writeable, and then it is our own. */
  private List<Object> values;

  private int position;
  private int bytesRead = NOT_BEGUN;

  EmqStreamMessage() {
    this.values = new ArrayList<>();
  }

  EmqStreamMessage(MessageData sent, int deliveryCount, Body.Items body) {
    super(sent, deliveryCount);
    this.values = body.values();
  }

  @Override
  public boolean hasBody() {
    return !values.isEmpty();
  }

  @Override
  Body bodySnapshot() {
    return new Body.Items(isBodyReadOnly() ? values : new ArrayList<>(values));
  }

  @Override
  void emptyBody() {
    values = new ArrayList<>();
    rewind();
  }

  /** A stream is never returned whole (§3.11). */
  @Override
  public <T> T getBody(Class<T> type) throws JMSException {
    throw new MessageFormatException(
        "the body of a StreamMessage cannot be returned as one object; read its values");
  }

  @Override
  @SuppressWarnings("rawtypes") // the signature of the API
  public boolean isBodyAssignableTo(Class type) {
    return false;
  }

  @Override
  public void reset() {
    makeBodyReadOnly();
    rewind();
  }

  @Override
  public boolean readBoolean() throws JMSException {
    boolean value = Conversions.toBoolean(next(), position);
    position++;
    return value;
  }

  @Override
  public byte readByte() throws JMSException {
    byte value = Conversions.toByte(next(), position);
    position++;
    return value;
  }

  @Override
  public short readShort() throws JMSException {
    short value = Conversions.toShort(next(), position);
    position++;
    return value;
  }

  @Override
  public char readChar() throws JMSException {
    char value = Conversions.toChar(next(), position);
    position++;
    return value;
  }

  @Override
  public int readInt() throws JMSException {
    int value = Conversions.toInt(next(), position);
    position++;
    return value;
  }

  @Override
  public long readLong() throws JMSException {
    long value = Conversions.toLong(next(), position);
    position++;
    return value;
  }

  @Override
  public float readFloat() throws JMSException {
    float value = Conversions.toFloat(next(), position);
    position++;
    return value;
  }

  @Override
  public double readDouble() throws JMSException {
    double value = Conversions.toDouble(next(), position);
    position++;
    return value;
  }

  @Override
  public String readString() throws JMSException {
    String value = Conversions.toText(next(), position);
    position++;
    return value;
  }

  @Override
  public Object readObject() throws JMSException {
    Object value = next();
    position++;
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  /**
   * Reads a bytes value in pieces: a piece that fills the buffer may be followed by another, so the
   * value is over only when a piece is shorter or the answer is -1.
   */
  @Override
  public int readBytes(byte[] buffer) throws JMSException {
    byte[] bytes = Conversions.toBytes(current(), position);
    if (bytes == null) {
      position++;
      return -1;
    }
    int from = Math.max(bytesRead, 0);
    if (bytesRead != NOT_BEGUN && from == bytes.length) {
      endBytes();
      return -1;
    }
    int count = Math.min(buffer.length, bytes.length - from);
    System.arraycopy(bytes, from, buffer, 0, count);
    if (count < buffer.length) {
      endBytes();
    } else {
      bytesRead = from + count;
    }
    return count;
  }

  @Override
  public void writeBoolean(boolean value) throws JMSException {
    add(value);
  }

  @Override
  public void writeByte(byte value) throws JMSException {
    add(value);
  }

  @Override
  public void writeShort(short value) throws JMSException {
    add(value);
  }

  @Override
  public void writeChar(char value) throws JMSException {
    add(value);
  }

  @Override
  public void writeInt(int value) throws JMSException {
    add(value);
  }

  @Override
  public void writeLong(long value) throws JMSException {
    add(value);
  }

  @Override
  public void writeFloat(float value) throws JMSException {
    add(value);
  }

  @Override
  public void writeDouble(double value) throws JMSException {
    add(value);
  }

  @Override
  public void writeString(String value) throws JMSException {
    add(value);
  }

  @Override
  public void writeBytes(byte[] value) throws JMSException {
    add(value);
  }

  @Override
  public void writeBytes(byte[] value, int offset, int length) throws JMSException {
    add(Conversions.slice(value, offset, length));
  }

  @Override
  public void writeObject(Object value) throws JMSException {
    add(value);
  }

  private void add(Object value) throws JMSException {
    checkBodyWriteable();
    values.add(Conversions.bodyValue(value, values.size()));
  }

  private Object next() throws JMSException {
    Object value = current();
    if (bytesRead != NOT_BEGUN) {
      throw new MessageFormatException(
          "value " + position + " is bytes and partly read; call readBytes until it answers -1");
    }
    return value;
  }

  private Object current() throws JMSException {
    if (!isBodyReadOnly()) {
      throw new MessageNotReadableException(
          "the stream is write-only until reset() is called (§3.11.2)");
    }
    if (position >= values.size()) {
      throw new MessageEOFException("all " + values.size() + " values of the stream are read");
    }
    return values.get(position);
  }

  private void endBytes() {
    position++;
    bytesRead = NOT_BEGUN;
  }

  private void rewind() {
    position = 0;
    bytesRead = NOT_BEGUN;
  }
}
