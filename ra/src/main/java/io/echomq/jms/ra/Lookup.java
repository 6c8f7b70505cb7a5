package io.echomq.jms.ra;

import jakarta.resource.spi.InvalidPropertyException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Finds what activations name. Threads: the container's that activates. */
final class Lookup {
  private Lookup() {}

  /**
   * The object of that name, which is an administrator's or a deployer's, never a user's.
   *
   * @param property of the activation that says the name
   * @throws InvalidPropertyException when there is none
   */
  @SuppressWarnings("BanJNDI")
  static Object find(String property, String name) throws InvalidPropertyException {
    try {
      return new InitialContext().lookup(name);
    } catch (NamingException missing) {
      throw new InvalidPropertyException(
          property
              + " '"
              + name
              + "' is not in JNDI; create the administered object, or correct the name",
          missing);
    }
  }
}
