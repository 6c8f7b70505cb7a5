package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/**
 * One connection as a command channel uses it: commands are written one after the other, their
 * replies read in the same order.
 *
 * <p>Threads: one at a time; {@link #close} by any.
 */
interface ChannelLink extends AutoCloseable {

  /** Puts a command into the write buffer, which may be flushed when it is full. */
  void write(Command command) throws WireException;

  void flush() throws WireException;

  /**
   * The next reply; an error reply is answered as a {@link WireException} value, not thrown.
   *
   * @param timeoutMillis after so long without a reply the link counts as lost
   * @throws WireException {@link WireError#UNAVAILABLE} when the link is lost
   */
  Object read(long timeoutMillis) throws WireException;

  /** Loads the scripts of the channel again, after the server said {@code NOSCRIPT}. */
  void loadScripts() throws WireException;

  @Override
  void close();

  /** Opens links, past the version fence. */
  @FunctionalInterface
  interface Source {
    /**
     * @param timeoutMillis bound of the attempt
     * @throws WireException {@link WireError#UNAVAILABLE}: try again; any other error is final
     */
    ChannelLink open(long timeoutMillis) throws WireException;
  }
}
