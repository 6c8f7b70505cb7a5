package io.echomq.jms.valkey;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Reads answers in RESP2. A large string is read from the socket into the array it ends in.
 *
 * <p>Threads: for one at a time.
 */
final class RespReader {
  private static final int BUFFER = 16 * 1024;

  /** The longest string a server answers, bytes; more is no RESP. */
  private static final long LONGEST = 1L << 30;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int limit;

  RespReader(InputStream in) {
    this.in = in;
  }

  /** Waits for the next byte without taking it. */
  void await() throws IOException {
    if (at == limit) {
      fill();
    }
  }

  /**
   * The next answer: null, {@code byte[]}, {@code Long}, {@link JedisDataException}, or a list of
   * these.
   *
   * @throws IOException the connection is lost, or what comes is no RESP2
   */
  Object read() throws IOException {
    int kind = next();
    switch (kind) {
      case '$':
        return bulk();
      case '*':
        return array();
      case ':':
        return number();
      case '+':
        return line();
      case '-':
        return new JedisDataException(new String(line(), StandardCharsets.UTF_8));
      default:
        throw new IOException("an answer begins with byte " + kind + ", which is no RESP2");
    }
  }

  private List<Object> array() throws IOException {
    long size = number();
    if (size < 0) {
      return null;
    }
    List<Object> elements = new ArrayList<>((int) Math.min(size, BUFFER));
    for (long i = 0; i < size; i++) {
      elements.add(read());
    }
    return elements;
  }

  private byte[] bulk() throws IOException {
    long size = number();
    if (size < 0) {
      return null;
    }
    if (size > LONGEST) {
      throw new IOException("an answer claims to have " + size + " bytes");
    }
    byte[] bytes = new byte[(int) size];
    int have = 0;
    while (have < bytes.length) {
      if (at == limit && bytes.length - have >= BUFFER) {
        int came = in.read(bytes, have, bytes.length - have);
        if (came < 0) {
          throw ended();
        }
        have += came;
      } else {
        await();
        int part = Math.min(limit - at, bytes.length - have);
        System.arraycopy(buffer, at, bytes, have, part);
        at += part;
        have += part;
      }
    }
    lineEnd();
    return bytes;
  }

  private long number() throws IOException {
    int digit = next();
    boolean negative = digit == '-';
    if (negative) {
      digit = next();
    }
    long value = 0;
    while (digit != '\r') {
      if (digit < '0' || digit > '9') {
        throw new IOException("a number of an answer has byte " + digit);
      }
      value = value * 10 + (digit - '0');
      digit = next();
    }
    if (next() != '\n') {
      throw new IOException("a line of an answer does not end");
    }
    return negative ? -value : value;
  }

  /** Up to the end of the line, which is no part of it. */
  private byte[] line() throws IOException {
    byte[] line = new byte[64];
    int size = 0;
    for (int b = next(); b != '\r'; b = next()) {
      if (size == line.length) {
        line = Arrays.copyOf(line, 2 * size);
      }
      line[size++] = (byte) b;
    }
    if (next() != '\n') {
      throw new IOException("a line of an answer does not end");
    }
    return Arrays.copyOf(line, size);
  }

  private void lineEnd() throws IOException {
    if (next() != '\r' || next() != '\n') {
      throw new IOException("a string of an answer is longer than it claims");
    }
  }

  private int next() throws IOException {
    if (at == limit) {
      fill();
    }
    return buffer[at++];
  }

  private void fill() throws IOException {
    int came = in.read(buffer, 0, BUFFER);
    if (came < 0) {
      throw ended();
    }
    at = 0;
    limit = came;
  }

  private static EOFException ended() {
    return new EOFException("the server has closed the connection");
  }
}
