package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that grow while they are written. Threads: for one thread. */
final class ByteSink {
  private ByteBuffer buffer = ByteBuffer.allocate(64);

  /** A buffer with room for that many more bytes at its position. */
  ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      int wanted = Math.addExact(buffer.position(), bytes);
      int doubled = (int) Math.min((long) buffer.capacity() * 2, Integer.MAX_VALUE - 8);
      byte[] grown = Arrays.copyOf(buffer.array(), Math.max(wanted, doubled));
      buffer = ByteBuffer.wrap(grown, buffer.position(), grown.length - buffer.position());
    }
    return buffer;
  }

  int size() {
    return buffer.position();
  }

  /** What was written, not copied: what is written next stands behind it, or in another array. */
  Body.Bytes snapshot() {
    return new Body.Bytes(buffer.array(), 0, buffer.position());
  }
}
