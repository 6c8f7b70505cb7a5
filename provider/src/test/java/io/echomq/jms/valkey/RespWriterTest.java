package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.codec.EncodedPayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RespWriterTest {
  private static final byte[] END = "\r\n".getBytes(StandardCharsets.US_ASCII);
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  /** What was handed to the socket, array by array. */
  private final List<byte[]> arrays = new ArrayList<>();

  private final RespWriter writer =
      new RespWriter(
          new OutputStream() {
            @Override
            public void write(int b) {
              throw new AssertionError("bytes one by one are system calls one by one");
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
              arrays.add(bytes);
              sent.write(bytes, from, length);
            }
          });

  @Test
  void aCommandIsAnArrayOfStrings() throws IOException {
    writer.write(Command.of("SET", "kéy", new byte[] {13, 10, 0}, 7, -5L));
    writer.flush();
    assertEquals(
        "*5\r\n$3\r\nSET\r\n$4\r\nkÃ©y\r\n$3\r\n\r\n\0\r\n$1\r\n7\r\n$2\r\n-5\r\n", text());
  }

  @Test
  void aPipelineOfShortCommandsIsOneWrite() throws IOException {
    for (int i = 0; i < 100; i++) {
      writer.write(Command.of("GET", "key" + i));
    }
    assertTrue(arrays.isEmpty());
    writer.flush();
    assertEquals(1, arrays.size());
    writer.flush();
    assertEquals(1, arrays.size());
  }

  @Test
  void aLargeBodyIsWrittenFromTheArrayItIsIn() throws IOException {
    byte[] head = "{\"jms\":1}\n".getBytes(StandardCharsets.US_ASCII);
    byte[] body = new byte[1 << 20];
    EncodedPayload payload = new EncodedPayload(head, body, 5, body.length - 9);
    writer.write(Command.of("HSET", "key", "payload", payload));
    writer.write(Command.of("PING"));
    writer.flush();
    // What fills the buffer, the body, and what is behind it.
    assertEquals(3, arrays.size());
    assertTrue(arrays.get(1) == body);
  }

  @Test
  void aBodyThatFitsIsOneWriteWithTheCommandsAroundIt() throws IOException {
    for (int i = 0; i < 3; i++) {
      writer.write(Command.of("HSET", "key", "payload", new byte[64 * 1024]));
      writer.write(Command.of("EVALSHA", "sha", 1, "key", "x".repeat(500)));
      writer.flush();
      assertEquals(i + 1, arrays.size());
    }
  }

  /** The server is to work on the first of them while the others are encoded. */
  @Test
  void aLongPipelineOfShortCommandsIsSentInPieces() throws IOException {
    writer.write(Command.of("HSET", "key", "payload", new byte[64 * 1024]));
    writer.flush();
    for (int i = 0; i < 100; i++) {
      writer.write(Command.of("SET", "key", "x".repeat(1000)));
    }
    writer.flush();
    assertEquals(8, arrays.size());
  }

  @Test
  void wordsOfAnyLengthMeetTheEndOfTheBufferWell() throws IOException {
    Random random = new Random(7);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int i = 0; i < 2000; i++) {
      int size =
          random.nextInt(10) == 0 ? random.nextInt(2 * RespWriter.MOST) : random.nextInt(300);
      byte[] word = new byte[size];
      random.nextBytes(word);
      int cut = size == 0 ? 0 : random.nextInt(size);
      byte[] head = Arrays.copyOf(word, cut);
      Object argument =
          random.nextBoolean() ? word : new EncodedPayload(head, word, cut, size - cut);
      writer.write(Command.of("ECHO", argument));
      expected.writeBytes(
          ("*2\r\n$4\r\nECHO\r\n$" + size + "\r\n").getBytes(StandardCharsets.US_ASCII));
      expected.writeBytes(word);
      expected.writeBytes(END);
    }
    writer.flush();
    assertArrayEquals(expected.toByteArray(), sent.toByteArray());
  }

  private String text() {
    return sent.toString(StandardCharsets.ISO_8859_1);
  }
}
