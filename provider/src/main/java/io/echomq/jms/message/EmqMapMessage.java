package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Named values, in the order of the sets; arrays are copied in and out. Threads: for one thread.
 */
public final class EmqMapMessage extends EmqMessage implements MapMessage {
  /** Written only while the body is writeable, and then it is our own. */
  private Map<String, Object> entries;

  EmqMapMessage() {
    this.entries = new LinkedHashMap<>();
  }

  EmqMapMessage(MessageData sent, int deliveryCount, Body.Fields body) {
    super(sent, deliveryCount);
    this.entries = body.entries();
  }

  @Override
  public boolean hasBody() {
    return !entries.isEmpty();
  }

  @Override
  Body bodySnapshot() {
    return new Body.Fields(isBodyReadOnly() ? entries : new LinkedHashMap<>(entries));
  }

  @Override
  void emptyBody() {
    entries = new LinkedHashMap<>();
  }

  @Override
  Class<?> bodyClass() {
    return Map.class;
  }

  @Override
  Object wholeBody() {
    Map<String, Object> copy = new LinkedHashMap<>(entries);
    copy.replaceAll((name, value) -> value instanceof byte[] bytes ? bytes.clone() : value);
    return copy;
  }

  @Override
  public boolean itemExists(String name) {
    return entries.containsKey(name);
  }

  @Override
  public Enumeration<String> getMapNames() {
    return Collections.enumeration(new ArrayList<>(entries.keySet()));
  }

  @Override
  public Object getObject(String name) {
    Object value = entries.get(name);
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  @Override
  public byte[] getBytes(String name) throws JMSException {
    byte[] bytes = Conversions.toBytes(entries.get(name), name);
    return bytes == null ? null : bytes.clone();
  }

  @Override
  public boolean getBoolean(String name) throws JMSException {
    return Conversions.toBoolean(entries.get(name), name);
  }

  @Override
  public byte getByte(String name) throws JMSException {
    return Conversions.toByte(entries.get(name), name);
  }

  @Override
  public short getShort(String name) throws JMSException {
    return Conversions.toShort(entries.get(name), name);
  }

  @Override
  public char getChar(String name) throws JMSException {
    return Conversions.toChar(entries.get(name), name);
  }

  @Override
  public int getInt(String name) throws JMSException {
    return Conversions.toInt(entries.get(name), name);
  }

  @Override
  public long getLong(String name) throws JMSException {
    return Conversions.toLong(entries.get(name), name);
  }

  @Override
  public float getFloat(String name) throws JMSException {
    return Conversions.toFloat(entries.get(name), name);
  }

  @Override
  public double getDouble(String name) throws JMSException {
    return Conversions.toDouble(entries.get(name), name);
  }

  @Override
  public String getString(String name) throws JMSException {
    return Conversions.toText(entries.get(name), name);
  }

  @Override
  public void setBoolean(String name, boolean value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setByte(String name, byte value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setShort(String name, short value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setChar(String name, char value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setInt(String name, int value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setLong(String name, long value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setFloat(String name, float value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setDouble(String name, double value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setString(String name, String value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setBytes(String name, byte[] value) throws JMSException {
    put(name, value);
  }

  @Override
  public void setBytes(String name, byte[] value, int offset, int length) throws JMSException {
    put(name, Conversions.slice(value, offset, length));
  }

  @Override
  public void setObject(String name, Object value) throws JMSException {
    put(name, value);
  }

  private void put(String name, Object value) throws JMSException {
    checkBodyWriteable();
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException("an entry of a map message needs a name");
    }
    entries.put(name, Conversions.bodyValue(value, name));
  }
}
