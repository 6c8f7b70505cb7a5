package io.echomq.jms.destination;

import jakarta.jms.JMSException;

/** The connection that made a temporary destination and alone may delete it (§6.2.2). */
public interface TemporaryOwner {

  /**
   * Deletes the destination with what is in it.
   *
   * @throws JMSException when it still has consumers, or the connection is closed
   */
  void deleteTemporary(EmqDestination destination) throws JMSException;

  /** False once it is surely deleted. */
  default boolean ownsTemporary(EmqDestination destination) {
    return true;
  }
}
