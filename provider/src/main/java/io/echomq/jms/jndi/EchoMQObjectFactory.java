package io.echomq.jms.jndi;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;

/**
 * Turns a JNDI {@link Reference} into the administered object it stands for: one that {@code
 * getReference()} made, or one that a container made of its own configuration, as Tomcat's
 *
 * <pre>
 * &lt;Resource name="jms/cf" type="jakarta.jms.ConnectionFactory"
 *     factory="io.echomq.jms.jndi.EchoMQObjectFactory"
 *     uri="valkey://localhost:6379" clientId="billing"/&gt;
 * &lt;Resource name="jms/orders" type="jakarta.jms.Queue"
 *     factory="io.echomq.jms.jndi.EchoMQObjectFactory" physicalName="orders"/&gt;
 * </pre>
 *
 * <p>Attributes of a connection factory are {@code uri} and every option of the configuration;
 * those of a destination {@code physicalName} (or {@code name}) and {@code options}. An unknown one
 * is refused by name.
 *
 * <p>Threads: safe. Connects to no server.
 */
public final class EchoMQObjectFactory implements ObjectFactory {

  /**
   * The object of a reference.
   *
   * @return null when it is no reference, or one to a type that is not ours; other factories are
   *     asked then
   * @throws NamingException when an attribute is unknown or its value is refused
   */
  @Override
  public Object getObjectInstance(
      Object object, Name name, Context context, Hashtable<?, ?> environment)
      throws NamingException {
    if (!(object instanceof Reference reference)) {
      return null;
    }
    if (DestinationReference.standsFor(reference)) {
      return DestinationReference.resolve(reference);
    }
    return FactoryReference.standsFor(reference) ? FactoryReference.resolve(reference) : null;
  }
}
