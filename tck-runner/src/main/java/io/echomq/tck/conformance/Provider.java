package io.echomq.tck.conformance;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The provider under test: five connection factories out of a JNDI context. Destinations are made
 * by sessions, under names that no test shares.
 *
 * <p>The names are {@code ConnectionFactory}, {@code QueueConnectionFactory}, {@code
 * TopicConnectionFactory}, {@code XAConnectionFactory} and {@code IdentifiedConnectionFactory}; the
 * last has the client id {@value #CLIENT_ID}.
 *
 * <p>Threads: immutable.
 */
public final class Provider {
  /** System property: a file with the environment of the JNDI context of another provider. */
  static final String JNDI = "conformance.jndi";

  /** The client id that {@code IdentifiedConnectionFactory} gives its connections. */
  public static final String CLIENT_ID = "conformance";

  private final ConnectionFactory plain;
  private final QueueConnectionFactory queues;
  private final TopicConnectionFactory topics;
  private final XAConnectionFactory distributed;
  private final ConnectionFactory identified;

  // The environment is that of whoever starts the run.
  @SuppressWarnings("BanJNDI")
  private Provider(Properties environment) throws NamingException {
    InitialContext context = new InitialContext(environment);
    try {
      plain = (ConnectionFactory) context.lookup("ConnectionFactory");
      queues = (QueueConnectionFactory) context.lookup("QueueConnectionFactory");
      topics = (TopicConnectionFactory) context.lookup("TopicConnectionFactory");
      distributed = (XAConnectionFactory) context.lookup("XAConnectionFactory");
      identified = (ConnectionFactory) context.lookup("IdentifiedConnectionFactory");
    } finally {
      context.close();
    }
  }

  /** Whether another provider than ours is to be judged. */
  static boolean foreign() {
    return System.getProperty(JNDI) != null;
  }

  /**
   * The provider that the system property {@value #JNDI} says, else ours.
   *
   * @param url the server of ours; empty for an embedded one
   */
  static Provider find(String url) {
    try {
      return new Provider(foreign() ? load(System.getProperty(JNDI)) : ours(url));
    } catch (NamingException refused) {
      throw new IllegalStateException("the provider cannot be found through JNDI", refused);
    }
  }

  private static Properties load(String file) {
    Properties environment = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      environment.load(reader);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return environment;
  }

  private static Properties ours(String url) {
    String server = url.isEmpty() ? "embedded:conformance" : url;
    Properties environment = new Properties();
    environment.put(
        Context.INITIAL_CONTEXT_FACTORY, "io.echomq.jms.jndi.EchoMQInitialContextFactory");
    environment.put(Context.PROVIDER_URL, server);
    String identified = server + (server.contains("?") ? "&" : "?") + "clientId=" + CLIENT_ID;
    environment.put("connectionFactory.IdentifiedConnectionFactory", identified);
    return environment;
  }

  public ConnectionFactory plain() {
    return plain;
  }

  public QueueConnectionFactory queues() {
    return queues;
  }

  public TopicConnectionFactory topics() {
    return topics;
  }

  public XAConnectionFactory distributed() {
    return distributed;
  }

  public ConnectionFactory identified() {
    return identified;
  }
}
