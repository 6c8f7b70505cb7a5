package io.echomq.jms.jndi;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnectionFactory;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import javax.naming.Reference;

/** A reference to a connection factory, by our class or by the interface that a container names. */
final class FactoryReference {
  private static final Set<String> TYPES =
      Set.of(
          EchoMQConnectionFactory.class.getName(),
          ConnectionFactory.class.getName(),
          QueueConnectionFactory.class.getName(),
          TopicConnectionFactory.class.getName());

  private FactoryReference() {}

  static boolean standsFor(Reference reference) {
    return reference.getClassName() != null && TYPES.contains(reference.getClassName());
  }

  static EchoMQConnectionFactory resolve(Reference reference) throws NamingException {
    Map<String, String> attributes = Attributes.of(reference);
    // The address first: it sets everything, and single options are set on top of it.
    String uri = attributes.remove(EchoMQConnectionFactory.REF_URI);
    try {
      EchoMQConnectionFactory factory = new EchoMQConnectionFactory(uri);
      attributes.forEach(factory::setProperty);
      return factory;
    } catch (IllegalArgumentException refused) {
      NamingException told =
          new NamingException(Attributes.about(reference) + refused.getMessage());
      told.setRootCause(refused);
      throw told;
    }
  }
}
