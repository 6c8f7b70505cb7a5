package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

class RespReaderTest {
  private static final byte[] END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  /** A socket that has no more than so many bytes at a time. */
  private static final class Socket extends InputStream {
    private final byte[] bytes;
    private final int portion;
    private int at;
    boolean silent;

    /** Where each read wanted its bytes. */
    final List<byte[]> targets = new ArrayList<>();

    Socket(byte[] bytes, int portion) {
      this.bytes = bytes;
      this.portion = portion;
    }

    @Override
    public int read() {
      throw new AssertionError("bytes one by one are system calls one by one");
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      if (silent) {
        throw new SocketTimeoutException("silent");
      }
      if (at == bytes.length) {
        return -1;
      }
      targets.add(target);
      int count = Math.min(Math.min(length, portion), bytes.length - at);
      System.arraycopy(bytes, at, target, from, count);
      at += count;
      return count;
    }
  }

  @Test
  void eachKindOfAnswerIsRead() throws IOException {
    RespReader reader =
        reader("+OK\r\n:42\r\n:-7\r\n$5\r\nhe\r\no\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n-ERR no\r\n");
    assertEquals("OK", text(reader.read()));
    assertEquals(42L, reader.read());
    assertEquals(-7L, reader.read());
    assertEquals("he\r\no", text(reader.read()));
    assertEquals("", text(reader.read()));
    assertNull(reader.read());
    assertNull(reader.read());
    assertEquals(List.of(), reader.read());
    assertEquals("ERR no", assertInstanceOf(JedisDataException.class, reader.read()).getMessage());
    assertThrows(IOException.class, reader::read);
  }

  @Test
  void errorsNestInArrays() throws IOException {
    List<?> answer = (List<?>) reader("*3\r\n:1\r\n*1\r\n-EMQSTALE gone\r\n$-1\r\n").read();
    JedisDataException error =
        assertInstanceOf(JedisDataException.class, ((List<?>) answer.get(1)).get(0));
    assertEquals("EMQSTALE gone", error.getMessage());
    assertEquals(1L, answer.get(0));
    assertNull(answer.get(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1000, 16 * 1024, 1 << 20})
  void answersComeInPortionsOfAnySize(int portion) throws IOException {
    int[] sizes = {0, 1, 5000, 16 * 1024 - 8, 16 * 1024, 16 * 1024 + 1, 100_000, 3};
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    for (int size : sizes) {
      wire.writeBytes(
          ("*2\r\n:" + size + "\r\n$" + size + "\r\n").getBytes(StandardCharsets.US_ASCII));
      wire.writeBytes(random(size));
      wire.writeBytes(END);
    }
    RespReader reader = new RespReader(new Socket(wire.toByteArray(), portion));
    for (int size : sizes) {
      List<?> pair = (List<?>) reader.read();
      assertEquals((long) size, pair.get(0));
      assertArrayEquals(random(size), (byte[]) pair.get(1));
    }
  }

  @Test
  void aLargeStringIsReadIntoTheArrayItEndsIn() throws IOException {
    byte[] body = random(1 << 20);
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    wire.writeBytes(("$" + body.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    wire.writeBytes(body);
    wire.writeBytes(END);
    Socket socket = new Socket(wire.toByteArray(), 128 * 1024);
    Object answer = new RespReader(socket).read();
    assertArrayEquals(body, (byte[]) answer);
    long direct = socket.targets.stream().filter(target -> target == answer).count();
    assertTrue(direct >= 7, socket.targets.size() + " reads, of which direct " + direct);
  }

  @Test
  void whoOnlyWaitsTakesNothingAndMayWaitAgain() throws IOException {
    Socket socket = new Socket(":1\r\n".getBytes(StandardCharsets.US_ASCII), 2);
    RespReader reader = new RespReader(socket);
    socket.silent = true;
    assertThrows(SocketTimeoutException.class, reader::await);
    socket.silent = false;
    reader.await();
    reader.await();
    assertEquals(1L, reader.read());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n",
        "%1\r\n",
        ":1x\r\n",
        ":1\rx",
        "$3\r\nabcd\r\n",
        "$99999999999\r\n",
        "+OK\rx"
      })
  void whatIsNoRespIsRefused(String wire) {
    assertThrows(IOException.class, reader(wire)::read);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*2\r\n:1\r\n", "$5\r\nab", "$40000\r\nab", "+O", ":1", ":1\r"})
  void anAnswerThatEndsEarlyIsALostConnection(String wire) {
    assertThrows(IOException.class, reader(wire)::read);
  }

  private static RespReader reader(String wire) {
    return new RespReader(new Socket(wire.getBytes(StandardCharsets.ISO_8859_1), 3));
  }

  private static String text(Object answer) {
    return new String((byte[]) answer, StandardCharsets.UTF_8);
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
