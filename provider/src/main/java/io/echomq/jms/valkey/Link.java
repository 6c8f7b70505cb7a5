package io.echomq.jms.valkey;

import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One connection to the server: logged in, past the version fence, RESP2. It never connects again:
 * once broken it stays broken, and whoever owns it asks {@link LinkFactory} for another.
 *
 * <p>Threads: one at a time, save {@link #close}, {@link #isBroken} and the getters, which any may
 * call; {@code close} ends a read that another thread waits in.
 */
final class Link implements AutoCloseable {
  private final Wire wire;
  private final String where;
  private final int readTimeoutMillis;
  private volatile ServerInfo server;
  private volatile long clientId;
  private volatile boolean wrongServer;
  private volatile boolean closed;

  Link(Wire wire, String where, int readTimeoutMillis) {
    this.wire = wire;
    this.where = where;
    this.readTimeoutMillis = readTimeoutMillis;
  }

  /** The engine behind this link. */
  ServerInfo server() {
    return server;
  }

  /** {@code CLIENT ID} of this connection on the server. */
  long clientId() {
    return clientId;
  }

  /** {@code host:port}, for messages. */
  String where() {
    return where;
  }

  /** Sends one command and waits for its answer, at most for the socket timeout. */
  Object call(Command command) throws WireException {
    write(command);
    flush();
    return read();
  }

  /**
   * As {@link #call(Command)}, for a command that blocks on the server.
   *
   * @param blockMillis how long the command itself may block; the socket timeout comes on top
   */
  Object callBlocking(Command command, long blockMillis) throws WireException {
    write(command);
    flush();
    return read((int) Math.min(Integer.MAX_VALUE, blockMillis + readTimeoutMillis));
  }

  /**
   * Waits until an answer begins to come, without reading it; to the millisecond, which the
   * server's own time-outs are not (it looks for them ten times a second).
   *
   * @param millis 1 or more
   * @return false when none came in time; the link stays usable
   */
  boolean awaitAnswer(long millis) throws WireException {
    try {
      return wire.awaitAnswer((int) Math.min(Integer.MAX_VALUE, millis));
    } catch (RuntimeException broken) {
      throw lost(broken);
    }
  }

  /** Puts a command into the output buffer; nobody sees it before {@link #flush} or a full one. */
  void write(Command command) throws WireException {
    try {
      wire.sendCommand(command.arguments());
    } catch (RuntimeException broken) {
      throw lost(broken);
    }
  }

  /** Sends what was written. */
  void flush() throws WireException {
    try {
      wire.flush();
    } catch (RuntimeException broken) {
      throw lost(broken);
    }
  }

  /**
   * The next answer: null, {@code byte[]}, {@code Long}, or a list of these.
   *
   * @throws WireException an error reply, or one nested in a list (the link stays usable and the
   *     next answer can be read), or a lost connection ({@link #isDead} tells them apart)
   */
  Object read() throws WireException {
    return read(readTimeoutMillis);
  }

  /** As {@link #read()}, with another time to wait for bytes; ms, 0 is for ever. */
  Object read(int timeoutMillis) throws WireException {
    Object reply;
    try {
      wire.waitAtMost(timeoutMillis);
      reply = wire.getUnflushedObject();
    } catch (JedisDataException error) {
      throw refused(error);
    } catch (RuntimeException broken) {
      throw lost(broken);
    }
    JedisDataException nested = ServerErrors.nested(reply);
    if (nested != null) {
      throw refused(nested);
    }
    return reply;
  }

  /** Whether this link is of no more use: connection lost, closed, or no longer the master. */
  boolean isBroken() {
    return wrongServer || isDead();
  }

  /** Whether no further answer can be read: connection lost or closed. */
  boolean isDead() {
    return wire.isUseless();
  }

  /** What the handshake learnt. */
  void introduce(ServerInfo info, long id) {
    server = info;
    clientId = id;
  }

  /** Ends the connection, and a read that waits on it; idempotent. */
  @Override
  public void close() {
    closed = true;
    wire.end();
  }

  @Override
  public String toString() {
    return "link " + clientId + " to " + where;
  }

  private WireException refused(JedisDataException error) {
    wrongServer |= ServerErrors.isWrongServer(error);
    return ServerErrors.ofReply(where, error);
  }

  private WireException lost(RuntimeException error) {
    wire.end();
    return closed
        ? new WireException(WireError.CLOSED, where + ": this link was closed", error)
        : ServerErrors.ofConnection(where, error);
  }
}
