package io.echomq.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The conversion table of §3.5.4 and §3.11.3: what may be read from what was written. */
enum ValueType {
  BOOLEAN(true),
  BYTE((byte) -12),
  SHORT((short) 345),
  CHAR('x'),
  INT(70_000),
  LONG(5_000_000_000L),
  FLOAT(1.5f),
  DOUBLE(2.25),
  STRING("7"),
  BYTES(new byte[] {1, 2});

  final Object sample;

  ValueType(Object sample) {
    this.sample = sample;
  }

  /** The row of the table. */
  Set<ValueType> readableAs() {
    return switch (this) {
      case BOOLEAN -> EnumSet.of(BOOLEAN, STRING);
      case BYTE -> EnumSet.of(BYTE, SHORT, INT, LONG, STRING);
      case SHORT -> EnumSet.of(SHORT, INT, LONG, STRING);
      case CHAR -> EnumSet.of(CHAR, STRING);
      case INT -> EnumSet.of(INT, LONG, STRING);
      case LONG -> EnumSet.of(LONG, STRING);
      case FLOAT -> EnumSet.of(FLOAT, DOUBLE, STRING);
      case DOUBLE -> EnumSet.of(DOUBLE, STRING);
      case STRING -> EnumSet.of(BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, STRING);
      case BYTES -> EnumSet.of(BYTES);
    };
  }

  /** What the value reads as in this type. */
  Object of(Object written) {
    String text = written.toString();
    return switch (this) {
      case BOOLEAN -> Boolean.valueOf(text);
      case BYTE -> Byte.valueOf(text);
      case SHORT -> Short.valueOf(text);
      case CHAR -> text.charAt(0);
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case STRING -> text;
      case BYTES -> written;
    };
  }

  /** What reading a null value as this type throws; null: it is read. */
  Class<? extends Exception> onNull() {
    return switch (this) {
      case BYTE, SHORT, INT, LONG -> NumberFormatException.class;
      case CHAR, FLOAT, DOUBLE -> NullPointerException.class;
      case BOOLEAN, STRING, BYTES -> null;
    };
  }

  static Stream<Arguments> cells(boolean properties) {
    List<ValueType> types =
        Arrays.stream(values())
            .filter(type -> !properties || (type != CHAR && type != BYTES))
            .toList();
    return types.stream().flatMap(w -> types.stream().map(r -> Arguments.of(w, r)));
  }

  void setProperty(Message message, String name) throws JMSException {
    switch (this) {
      case BOOLEAN -> message.setBooleanProperty(name, (Boolean) sample);
      case BYTE -> message.setByteProperty(name, (Byte) sample);
      case SHORT -> message.setShortProperty(name, (Short) sample);
      case INT -> message.setIntProperty(name, (Integer) sample);
      case LONG -> message.setLongProperty(name, (Long) sample);
      case FLOAT -> message.setFloatProperty(name, (Float) sample);
      case DOUBLE -> message.setDoubleProperty(name, (Double) sample);
      case STRING -> message.setStringProperty(name, (String) sample);
      case CHAR, BYTES -> throw new AssertionError("no property type");
    }
  }

  Object getProperty(Message message, String name) throws JMSException {
    return switch (this) {
      case BOOLEAN -> message.getBooleanProperty(name);
      case BYTE -> message.getByteProperty(name);
      case SHORT -> message.getShortProperty(name);
      case INT -> message.getIntProperty(name);
      case LONG -> message.getLongProperty(name);
      case FLOAT -> message.getFloatProperty(name);
      case DOUBLE -> message.getDoubleProperty(name);
      case STRING -> message.getStringProperty(name);
      case CHAR, BYTES -> throw new AssertionError("no property type");
    };
  }

  void put(MapMessage map, String name) throws JMSException {
    switch (this) {
      case BOOLEAN -> map.setBoolean(name, (Boolean) sample);
      case BYTE -> map.setByte(name, (Byte) sample);
      case SHORT -> map.setShort(name, (Short) sample);
      case CHAR -> map.setChar(name, (Character) sample);
      case INT -> map.setInt(name, (Integer) sample);
      case LONG -> map.setLong(name, (Long) sample);
      case FLOAT -> map.setFloat(name, (Float) sample);
      case DOUBLE -> map.setDouble(name, (Double) sample);
      case STRING -> map.setString(name, (String) sample);
      case BYTES -> map.setBytes(name, (byte[]) sample);
    }
  }

  Object get(MapMessage map, String name) throws JMSException {
    return switch (this) {
      case BOOLEAN -> map.getBoolean(name);
      case BYTE -> map.getByte(name);
      case SHORT -> map.getShort(name);
      case CHAR -> map.getChar(name);
      case INT -> map.getInt(name);
      case LONG -> map.getLong(name);
      case FLOAT -> map.getFloat(name);
      case DOUBLE -> map.getDouble(name);
      case STRING -> map.getString(name);
      case BYTES -> map.getBytes(name);
    };
  }

  void write(StreamMessage stream) throws JMSException {
    switch (this) {
      case BOOLEAN -> stream.writeBoolean((Boolean) sample);
      case BYTE -> stream.writeByte((Byte) sample);
      case SHORT -> stream.writeShort((Short) sample);
      case CHAR -> stream.writeChar((Character) sample);
      case INT -> stream.writeInt((Integer) sample);
      case LONG -> stream.writeLong((Long) sample);
      case FLOAT -> stream.writeFloat((Float) sample);
      case DOUBLE -> stream.writeDouble((Double) sample);
      case STRING -> stream.writeString((String) sample);
      case BYTES -> stream.writeBytes((byte[]) sample);
    }
  }

  Object read(StreamMessage stream) throws JMSException {
    return switch (this) {
      case BOOLEAN -> stream.readBoolean();
      case BYTE -> stream.readByte();
      case SHORT -> stream.readShort();
      case CHAR -> stream.readChar();
      case INT -> stream.readInt();
      case LONG -> stream.readLong();
      case FLOAT -> stream.readFloat();
      case DOUBLE -> stream.readDouble();
      case STRING -> stream.readString();
      case BYTES -> {
        byte[] buffer = new byte[16];
        int length = stream.readBytes(buffer);
        yield length < 0 ? null : Arrays.copyOf(buffer, length);
      }
    };
  }
}
