package io.echomq.jms.jndi;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTopic;
import jakarta.jms.InvalidDestinationException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.naming.ConfigurationException;
import javax.naming.Context;

/**
 * Reads the environment of a context: every key of ours becomes an object in the tree, all of them
 * before the first is handed out, so that a mistake shows when the context is made.
 */
final class AdministeredObjects {
  private static final String FACTORY = "connectionFactory.";
  private static final String XA_FACTORY = "xaConnectionFactory.";
  private static final String QUEUE = "queue.";
  private static final String TOPIC = "topic.";
  private static final List<String> DEFAULT_FACTORIES =
      List.of("ConnectionFactory", "QueueConnectionFactory", "TopicConnectionFactory");
  private static final String DEFAULT_XA_FACTORY = "XAConnectionFactory";

  /** How keys of ours begin, in lower case; a key that begins so and is none is a mistake. */
  private static final List<String> BEGINNINGS =
      List.of(
          "connectionfactor",
          "xaconnectionfactor",
          "queue",
          "topic",
          "dynamicqueue",
          "dynamictopic",
          "echomq");

  private static final String REMEDY =
      "write connectionFactory.<name>=<uri>, xaConnectionFactory.<name>=<uri>,"
          + " queue.<name>=<queue> or topic.<name>=<topic>";

  private final Map<?, ?> environment;
  private final Placeholders placeholders;
  private final NamedDirectory root = new NamedDirectory();

  AdministeredObjects(Map<?, ?> environment, Placeholders placeholders) {
    this.environment = environment;
    this.placeholders = placeholders;
  }

  /**
   * The tree of all names.
   *
   * @throws ConfigurationException naming the key and what is wrong with it
   */
  NamedDirectory root() throws ConfigurationException {
    root.bind(List.of("dynamicQueues"), DynamicDirectory.QUEUES);
    root.bind(List.of("dynamicTopics"), DynamicDirectory.TOPICS);
    // In the order of the keys, so that a conflict is always told of the same key.
    Map<String, Object> sorted = new TreeMap<>();
    environment.forEach((key, value) -> sorted.put(String.valueOf(key), value));
    for (Map.Entry<String, Object> entry : sorted.entrySet()) {
      bind(entry.getKey(), entry.getValue());
    }
    bindDefaults();
    return root;
  }

  private void bind(String key, Object value) throws ConfigurationException {
    if (key.startsWith(FACTORY)) {
      String uri = text(key, value);
      bind(key, key.substring(FACTORY.length()), factory(key, uri, EchoMQConnectionFactory::new));
    } else if (key.startsWith(XA_FACTORY)) {
      String uri = text(key, value);
      bind(
          key,
          key.substring(XA_FACTORY.length()),
          factory(key, uri, EchoMQXAConnectionFactory::new));
    } else if (key.startsWith(QUEUE)) {
      bind(key, key.substring(QUEUE.length()), queue(key, text(key, value)));
    } else if (key.startsWith(TOPIC)) {
      bind(key, key.substring(TOPIC.length()), topic(key, text(key, value)));
    } else {
      String lower = key.toLowerCase(Locale.ROOT);
      if (BEGINNINGS.stream().anyMatch(lower::startsWith)) {
        throw new ConfigurationException("there is no key '" + key + "': " + REMEDY);
      }
    }
  }

  private void bind(String key, String name, Object object) throws ConfigurationException {
    List<String> path = Arrays.asList(name.split("/", -1));
    if (path.contains("")) {
      throw new ConfigurationException("'" + key + "' binds a name with an empty part: " + REMEDY);
    }
    if (!root.bind(path, object)) {
      throw new ConfigurationException(
          "'" + key + "' binds a name that is bound already, or below one that is; rename one");
    }
  }

  private void bindDefaults() throws ConfigurationException {
    Object url = environment.get(Context.PROVIDER_URL);
    String uri = url == null ? "" : text(Context.PROVIDER_URL, url);
    Object shared = factory(Context.PROVIDER_URL, uri, EchoMQConnectionFactory::new);
    for (String name : DEFAULT_FACTORIES) {
      // False when a key of the user's has bound it, which wins.
      root.bind(List.of(name), shared);
    }
    root.bind(
        List.of(DEFAULT_XA_FACTORY),
        factory(Context.PROVIDER_URL, uri, EchoMQXAConnectionFactory::new));
  }

  private String text(String key, Object value) throws ConfigurationException {
    if (!(value instanceof String text)) {
      throw new ConfigurationException(
          "'" + key + "' is a " + value.getClass().getName() + "; its value must be a String");
    }
    return placeholders.resolve(key, text).strip();
  }

  private static Object factory(String key, String uri, Function<String, Object> maker)
      throws ConfigurationException {
    try {
      return maker.apply(uri);
    } catch (IllegalArgumentException refused) {
      throw refuse(key, refused);
    }
  }

  private static EmqQueue queue(String key, String name) throws ConfigurationException {
    try {
      return new EmqQueue(name);
    } catch (InvalidDestinationException refused) {
      throw refuse(key, refused);
    }
  }

  private static EmqTopic topic(String key, String name) throws ConfigurationException {
    try {
      return new EmqTopic(name);
    } catch (InvalidDestinationException refused) {
      throw refuse(key, refused);
    }
  }

  private static ConfigurationException refuse(String key, Exception refused) {
    ConfigurationException told =
        new ConfigurationException("'" + key + "': " + refused.getMessage());
    told.setRootCause(refused);
    return told;
  }
}
