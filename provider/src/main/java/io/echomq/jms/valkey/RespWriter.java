package io.echomq.jms.valkey;

import io.echomq.jms.codec.EncodedPayload;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Writes commands as RESP. Short words are gathered in a buffer; what is larger than that goes to
 * the socket from the array it is in.
 *
 * <p>Threads: for one at a time.
 */
final class RespWriter {
  /** Long enough for a pipeline of short commands in one system call. */
  private static final int BUFFER = 16 * 1024;

  /**
   * What the socket takes in one system call: up to here a body is copied into the buffer, so that
   * its command wakes the server once, whole, and not three times.
   */
  static final int MOST = 128 * 1024;

  private final OutputStream out;
  private byte[] buffer = new byte[BUFFER];
  private int count;

  /** Sent when so much is in the buffer: that of short words is not to wait for more of them. */
  private int limit = BUFFER;

  RespWriter(OutputStream out) {
    this.out = out;
  }

  void write(Command command) throws IOException {
    header('*', command.words().size());
    for (Object word : command.words()) {
      if (word instanceof EncodedPayload payload) {
        header('$', payload.length());
        bytes(payload.head(), 0, payload.head().length);
        bytes(payload.body(), payload.from(), payload.bodyLength());
      } else {
        byte[] bytes = (byte[]) word;
        header('$', bytes.length);
        bytes(bytes, 0, bytes.length);
      }
      lineEnd();
    }
  }

  /** Sends what is in the buffer. */
  void flush() throws IOException {
    if (count > 0) {
      empty();
    }
    out.flush();
  }

  private void header(char kind, int number) throws IOException {
    if (limit - count < 16) {
      empty();
    }
    buffer[count++] = (byte) kind;
    int digits = 1;
    for (int rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int rest = number;
    for (int i = count + digits - 1; i >= count; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    count += digits;
    lineEnd();
  }

  private void lineEnd() throws IOException {
    if (limit - count < 2) {
      empty();
    }
    buffer[count++] = '\r';
    buffer[count++] = '\n';
  }

  private void bytes(byte[] bytes, int from, int length) throws IOException {
    if (length > BUFFER / 2 && length > limit - count && length <= MOST - BUFFER) {
      makeRoom(length);
    }
    int at = from;
    int left = length;
    while (left > 0) {
      if (count == 0 && left >= limit) {
        out.write(bytes, at, left);
        return;
      }
      // Filled up first, so that a body begins in the same system call as its header.
      int part = Math.min(left, limit - count);
      System.arraycopy(bytes, at, buffer, count, part);
      count += part;
      at += part;
      left -= part;
      if (count == limit) {
        empty();
      }
    }
  }

  /** For a body that fits into one call with the short commands around it. */
  private void makeRoom(int length) throws IOException {
    if (count + length > MOST - BUFFER / 2) {
      empty();
    }
    if (buffer.length < MOST) {
      buffer = Arrays.copyOf(buffer, MOST);
    }
    limit = MOST;
  }

  private void empty() throws IOException {
    int size = count;
    count = 0;
    limit = BUFFER;
    out.write(buffer, 0, size);
  }
}
