package io.echomq.jms.valkey;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;

/**
 * Jedis' connection over a socket that is open already, with its habit of connecting again silently
 * (past login, SELECT and fence) taken away.
 *
 * <p>Threads: one at a time, save {@link #end} and {@link #isUseless}.
 */
final class Wire extends Connection {
  private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

  private final Socket socket;
  private final Socket raw;
  private volatile boolean connected;
  private volatile boolean ended;
  private RedisInputStream input;
  private int timeoutMillis = -1;

  /**
   * Takes over a socket.
   *
   * @param socket what is spoken over
   * @param raw the TCP socket underneath: closing it never waits, closing a TLS socket may
   */
  Wire(Socket socket, Socket raw) {
    super(() -> socket);
    this.socket = socket;
    this.raw = raw;
  }

  /** Called by Jedis before each command: connects the first time, never again. */
  @Override
  public void connect() {
    if (!connected) {
      connected = true;
      super.connect();
    } else if (ended || !isConnected()) {
      throw new JedisConnectionException("the connection is closed");
    }
  }

  @Override
  protected void flush() {
    super.flush();
  }

  @Override
  protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
    input = in;
    return super.protocolRead(in, pushes);
  }

  /**
   * Waits for the first byte of the next answer, without taking it; at least one answer must have
   * been read before.
   *
   * @return false when there is none in time; nothing is broken then
   */
  boolean awaitAnswer(int millis) {
    waitAtMost(millis);
    try {
      input.peek(Protocol.MINUS_BYTE);
      return true;
    } catch (JedisConnectionException failed) {
      if (failed.getCause() instanceof SocketTimeoutException) {
        return false;
      }
      setBroken();
      throw failed;
    }
  }

  /** How long the next reads wait for bytes; ms, 0 is for ever. */
  void waitAtMost(int millis) {
    if (millis != timeoutMillis) {
      try {
        socket.setSoTimeout(millis);
        timeoutMillis = millis;
      } catch (SocketException closed) {
        throw new JedisConnectionException(closed);
      }
    }
  }

  boolean isUseless() {
    return ended || isBroken() || raw.isClosed();
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

  @Override
  public void close() {
    end();
  }
}
