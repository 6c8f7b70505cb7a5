package io.echomq.jms.jndi;

import java.util.Hashtable;
import java.util.Map;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/**
 * Makes the initial context out of its environment, so out of {@code jndi.properties} or the
 * properties given to {@code new InitialContext(…)}:
 *
 * <pre>
 * java.naming.factory.initial = io.echomq.jms.jndi.EchoMQInitialContextFactory
 * java.naming.provider.url    = valkey://${BROKER:-localhost}:6379
 * connectionFactory.jms/audit = valkey://localhost:6379?clientId=audit
 * queue.jms/orders            = orders
 * topic.jms/prices            = prices?from=-1h
 * </pre>
 *
 * <p>The provider URL (default {@code valkey://localhost:6379}) is that of the names {@code
 * ConnectionFactory}, {@code QueueConnectionFactory}, {@code TopicConnectionFactory} and {@code
 * XAConnectionFactory}, unless a key of one's own binds them; {@code xaConnectionFactory.<name>}
 * binds further factories for distributed transactions. Without any key, {@code
 * dynamicQueues/<name>} and {@code dynamicTopics/<name>} are every queue and every topic. In
 * values, <code>${name:-default}</code> is a system property, else an environment variable, else
 * the default.
 *
 * <p>Threads: safe. Making a context connects to no server.
 */
public final class EchoMQInitialContextFactory implements InitialContextFactory {

  /**
   * The context that the environment describes.
   *
   * @param environment null for an empty one
   * @throws javax.naming.ConfigurationException when a key beginning like one of ours is unknown, a
   *     value cannot be used, or two keys bind one name; the message names the key
   */
  @Override
  public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
    Map<?, ?> settings = environment == null ? Map.of() : environment;
    Directory root = new AdministeredObjects(settings, Placeholders.ofThisJvm()).root();
    return new ReadOnlyContext(root, "", settings);
  }
}
