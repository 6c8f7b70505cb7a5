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
import javax.naming.Referenceable;

/** A reference to a connection factory, by our class or by the interface that a container names. */
final class FactoryReference {
  private static final Set<String> PLAIN =
      Set.of(
          EchoMQConnectionFactory.class.getName(),
          EchoMQXAConnectionFactory.class.getName(),
          XAConnectionFactory.class.getName(),
          XAQueueConnectionFactory.class.getName(),
          XATopicConnectionFactory.class.getName(),
          ConnectionFactory.class.getName(),
          QueueConnectionFactory.class.getName(),
          TopicConnectionFactory.class.getName());

  private static final Set<String> XA =
      Set.of(
          EchoMQXAConnectionFactory.class.getName(),
          XAConnectionFactory.class.getName(),
          XAQueueConnectionFactory.class.getName(),
          XATopicConnectionFactory.class.getName());

  private FactoryReference() {}

  static boolean standsFor(Reference reference) {
    String type = reference.getClassName();
    return type != null && (PLAIN.contains(type) || XA.contains(type));
  }

  static Referenceable resolve(Reference reference) throws NamingException {
    Map<String, String> attributes = Attributes.of(reference);
    // The address first: it sets everything, and single options are set on top of it.
    String uri = attributes.remove(EchoMQConnectionFactory.REF_URI);
    try {
      return XA.contains(reference.getClassName()) ? xa(uri, attributes) : plain(uri, attributes);
    } catch (IllegalArgumentException refused) {
      NamingException told =
          new NamingException(Attributes.about(reference) + refused.getMessage());
      told.setRootCause(refused);
      throw told;
    }
  }

  private static Referenceable plain(String uri, Map<String, String> options) {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(uri);
    options.forEach(factory::setProperty);
    return factory;
  }

  private static Referenceable xa(String uri, Map<String, String> options) {
    EchoMQXAConnectionFactory factory = new EchoMQXAConnectionFactory(uri);
    options.forEach(factory::setProperty);
    return factory;
  }
}
