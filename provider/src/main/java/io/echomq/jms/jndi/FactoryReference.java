package io.echomq.jms.jndi;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAQueueConnectionFactory;
import jakarta.jms.XATopicConnectionFactory;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import javax.naming.Reference;

/** A reference to a connection factory, by our class or by the interface that a container names. */
final class FactoryReference {
  private static final Set<String> TYPES =
      Set.of(
          EchoMQConnectionFactory.class.getName(),
          EchoMQXAConnectionFactory.class.getName(),
          XAConnectionFactory.class.getName(),
          XAQueueConnectionFactory.class.getName(),
          XATopicConnectionFactory.class.getName(),
          ConnectionFactory.class.getName(),
          QueueConnectionFactory.class.getName(),
          TopicConnectionFactory.class.getName());

  private FactoryReference() {}

  static boolean standsFor(Reference reference) {
    return reference.getClassName() != null && TYPES.contains(reference.getClassName());
  }

  /** Of our plain class, or of our class for transaction managers when the reference names XA. */
  static ConnectionFactory resolve(Reference reference) throws NamingException {
    Map<String, String> attributes = Attributes.of(reference);
    // The address first: it sets everything, and single options are set on top of it.
    String uri = attributes.remove(EchoMQConnectionFactory.REF_URI);
    try {
      if (reference.getClassName().contains("XA")) {
        EchoMQXAConnectionFactory factory = new EchoMQXAConnectionFactory(uri);
        attributes.forEach(factory::setProperty);
        return factory;
      }
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
