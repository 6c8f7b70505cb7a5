package io.echomq.jms.valkey;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Commands out and answers in, over a socket that is open already. It never connects again, and
 * once anything failed (an answer may be half read then) it is of no more use.
 *
 * <p>Failures are {@link JedisConnectionException}s with their cause.
 *
 * <p>Threads: one at a time, save {@link #end} and {@link #isUseless}.
 */
final class Wire {
  private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

  private final Socket socket;
  private final Socket raw;
  private final RespWriter out;
  private final RespReader in;
  private volatile boolean broken;
  private volatile boolean ended;
  private int timeoutMillis = -1;

  /**
   * Takes over a socket.
   *
   * @param socket what is spoken over
   * @param raw the TCP socket underneath: closing it never waits, closing a TLS socket may
   */
  Wire(Socket socket, Socket raw) throws IOException {
    this.socket = socket;
    this.raw = raw;
    this.out = new RespWriter(socket.getOutputStream());
    this.in = new RespReader(socket.getInputStream());
  }

  /** Puts a command into the buffer, which is sent when it is full. */
  void write(Command command) {
    checkUsable();
    try {
      out.write(command);
    } catch (IOException failed) {
      throw lost(failed);
    }
  }

  void flush() {
    checkUsable();
    try {
      out.flush();
    } catch (IOException failed) {
      throw lost(failed);
    }
  }

  /**
   * The next answer, see {@link RespReader#read}.
   *
   * @throws JedisDataException it is an error
   */
  Object read() {
    checkUsable();
    Object answer;
    try {
      answer = in.read();
    } catch (IOException failed) {
      throw lost(failed);
    }
    if (answer instanceof JedisDataException error) {
      throw error;
    }
    return answer;
  }

  /**
   * Waits for the first byte of the next answer, without taking it.
   *
   * @return false when there is none in time; nothing is broken then
   */
  boolean awaitAnswer(int millis) {
    checkUsable();
    waitAtMost(millis);
    try {
      in.await();
      return true;
    } catch (SocketTimeoutException none) {
      return false;
    } catch (IOException failed) {
      throw lost(failed);
    }
  }

  /** How long the next reads wait for bytes; ms, 0 is for ever. */
  void waitAtMost(int millis) {
    if (millis != timeoutMillis) {
      try {
        socket.setSoTimeout(millis);
        timeoutMillis = millis;
      } catch (SocketException closed) {
        throw lost(closed);
      }
    }
  }

  boolean isUseless() {
    return ended || broken || raw.isClosed();
  }

  /** Closes the socket, from any thread; a read that waits on it ends. */
  void end() {
    ended = true;
    try {
      raw.close();
    } catch (IOException alreadyGone) {
      LOG.debug("closing {}", raw, alreadyGone);
    }
  }

  private void checkUsable() {
    if (isUseless()) {
      throw new JedisConnectionException("the connection is closed");
    }
  }

  private JedisConnectionException lost(IOException failed) {
    broken = true;
    return new JedisConnectionException(failed);
  }
}
