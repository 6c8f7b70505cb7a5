package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.StreamMessage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every cell of the conversion tables, for properties, maps and streams. */
class ConversionsTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);

  static Stream<Arguments> propertyCells() {
    return ValueType.cells(true);
  }

  static Stream<Arguments> bodyCells() {
    return ValueType.cells(false);
  }

  @ParameterizedTest
  @MethodSource("propertyCells")
  void propertiesConvertAsTheTableSays(ValueType written, ValueType read) throws JMSException {
    Message message = factory.createMessage();
    written.setProperty(message, "p");
    check(written, read, () -> read.getProperty(message, "p"));
    assertEquals(written.sample, message.getObjectProperty("p"));
  }

  @ParameterizedTest
  @MethodSource("bodyCells")
  void mapEntriesConvertAsTheTableSays(ValueType written, ValueType read) throws JMSException {
    MapMessage map = factory.createMapMessage();
    written.put(map, "e");
    check(written, read, () -> read.get(map, "e"));
  }

  @ParameterizedTest
  @MethodSource("bodyCells")
  void streamValuesConvertAsTheTableSays(ValueType written, ValueType read) throws JMSException {
    StreamMessage stream = factory.createStreamMessage();
    written.write(stream);
    stream.writeString("after");
    stream.reset();
    check(written, read, () -> read.read(stream));
    if (!written.readableAs().contains(read)) {
      assertNotNull(written.read(stream), "a refused read must not move the position");
    }
    assertEquals("after", stream.readString());
  }

  @ParameterizedTest
  @EnumSource(ValueType.class)
  void nullReadsAsValueOfNullDoes(ValueType read) throws JMSException {
    MapMessage map = factory.createMapMessage();
    map.setObject("n", null);
    checkNull(read, () -> assertEquals(whenNull(read), read.get(map, "n")));
    checkNull(read, () -> assertEquals(whenNull(read), read.get(map, "absent")));
    StreamMessage stream = factory.createStreamMessage();
    stream.writeObject(null);
    stream.reset();
    checkNull(read, () -> assertEquals(whenNull(read), read.read(stream)));
    if (read.onNull() != null) {
      assertEquals(null, stream.readObject(), "a refused read must not move the position");
    }
    if (read != ValueType.CHAR && read != ValueType.BYTES) {
      Message message = factory.createMessage();
      message.setStringProperty("n", null);
      checkNull(read, () -> assertEquals(whenNull(read), read.getProperty(message, "n")));
      checkNull(read, () -> assertEquals(whenNull(read), read.getProperty(message, "absent")));
    }
  }

  @Test
  void textThatIsNoNumberIsANumberFormatExceptionAndMovesNothing() throws JMSException {
    StreamMessage stream = factory.createStreamMessage();
    stream.writeString("seven");
    stream.reset();
    assertThrows(NumberFormatException.class, stream::readByte);
    assertThrows(NumberFormatException.class, stream::readShort);
    assertThrows(NumberFormatException.class, stream::readInt);
    assertThrows(NumberFormatException.class, stream::readLong);
    assertThrows(NumberFormatException.class, stream::readFloat);
    assertThrows(NumberFormatException.class, stream::readDouble);
    assertEquals("seven", stream.readString());
  }

  @Test
  void valuesOfOtherTypesAreRefusedWhenSet() {
    for (Object value : new Object[] {new Object(), 'c', new byte[1], new int[1]}) {
      assertThrows(
          MessageFormatException.class,
          () -> factory.createMessage().setObjectProperty("p", value));
    }
    for (Object value : new Object[] {new Object(), new int[1], java.math.BigDecimal.ONE}) {
      assertThrows(
          MessageFormatException.class, () -> factory.createMapMessage().setObject("e", value));
      assertThrows(
          MessageFormatException.class, () -> factory.createStreamMessage().writeObject(value));
      assertThrows(
          MessageFormatException.class, () -> factory.createBytesMessage().writeObject(value));
    }
  }

  private interface Read {
    Object get() throws JMSException;
  }

  private static void check(ValueType written, ValueType read, Read reading) throws JMSException {
    if (!written.readableAs().contains(read)) {
      assertThrows(MessageFormatException.class, reading::get);
    } else if (read == ValueType.BYTES) {
      assertArrayEquals((byte[]) written.sample, (byte[]) reading.get());
    } else {
      assertEquals(read.of(written.sample), reading.get());
    }
  }

  private static Object whenNull(ValueType read) {
    return read == ValueType.BOOLEAN ? false : null;
  }

  private static void checkNull(ValueType read, Executable reading) throws JMSException {
    if (read.onNull() != null) {
      assertThrows(read.onNull(), reading);
      return;
    }
    try {
      reading.execute();
    } catch (JMSException | RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
