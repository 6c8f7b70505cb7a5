package io.echomq.jms.valkey;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * A socket that is read in pieces of 64 KB: Jedis reads 8 KB at a time, which for a body of 1 MB
 * are 128 system calls.
 *
 * <p>Threads: as {@link Socket}.
 */
final class BufferedSocket extends Socket {
  private static final int PIECE = 64 * 1024;

  private InputStream in;

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    if (in == null) {
      in = new BufferedInputStream(super.getInputStream(), PIECE);
    }
    return in;
  }
}
