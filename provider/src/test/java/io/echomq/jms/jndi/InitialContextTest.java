package io.echomq.jms.jndi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTopic;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.InvalidNameException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("BanJNDI")
class InitialContextTest {

  private static Context context(String... keysAndValues) throws NamingException {
    Hashtable<String, Object> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, EchoMQInitialContextFactory.class.getName());
    for (int i = 0; i < keysAndValues.length; i += 2) {
      environment.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new InitialContext(environment);
  }

  private static String uri(Object factory) {
    return assertInstanceOf(EchoMQConnectionFactory.class, factory).getUri();
  }

  @Test
  void theDefaultFactoriesHaveTheProviderUrl() throws Exception {
    Context context = context(Context.PROVIDER_URL, "valkey://broker:7000?lease=1m");
    for (String name :
        List.of("ConnectionFactory", "QueueConnectionFactory", "TopicConnectionFactory")) {
      assertEquals("valkey://broker:7000?lease=1m", uri(context.lookup(name)));
    }
  }

  @Test
  void withoutAnyKeyTheServerIsOnThisMachine() throws Exception {
    assertEquals("valkey://localhost:6379", uri(context().lookup("ConnectionFactory")));
  }

  @Test
  void factoriesForDistributedTransactionsAreBoundToo() throws Exception {
    Context context =
        context(
            Context.PROVIDER_URL,
            "valkey://broker:7000",
            "xaConnectionFactory.jms/xa",
            "valkey://xa:1");
    EchoMQXAConnectionFactory own =
        assertInstanceOf(EchoMQXAConnectionFactory.class, context.lookup("XAConnectionFactory"));
    assertEquals("valkey://broker:7000", own.getUri());
    EchoMQXAConnectionFactory bound =
        assertInstanceOf(EchoMQXAConnectionFactory.class, context.lookup("jms/xa"));
    assertEquals("valkey://xa:1", bound.getUri());
  }

  @Test
  void aKeyOfOnesOwnReplacesADefaultFactory() throws Exception {
    Context context = context("connectionFactory.ConnectionFactory", "valkey://own:1");
    assertEquals("valkey://own:1", uri(context.lookup("ConnectionFactory")));
    assertEquals("valkey://localhost:6379", uri(context.lookup("TopicConnectionFactory")));
  }

  @Test
  void boundNamesGiveFactoriesQueuesAndTopics() throws Exception {
    Context context =
        context(
            "connectionFactory.jms/audit", "valkey://audit:1?clientId=audit",
            "queue.jms/orders", "orders?payload=raw",
            "topic.prices", "prices/audit");
    assertEquals("valkey://audit:1?clientId=audit", uri(context.lookup("jms/audit")));
    EmqQueue queue = assertInstanceOf(EmqQueue.class, context.lookup("jms/orders"));
    assertEquals("orders", queue.getQueueName());
    assertEquals("payload=raw", queue.getOptions());
    assertEquals("prices/audit", ((Topic) context.lookup("prices")).getTopicName());
    assertSame(context.lookup("prices"), context.lookup("prices"));
  }

  @Test
  void dynamicNamesAreDestinationsWithViewsAndOptions() throws Exception {
    Context context = context();
    assertEquals("orders", ((Queue) context.lookup("dynamicQueues/orders")).getQueueName());
    assertEquals(
        "orders/dead", ((Queue) context.lookup("dynamicQueues/orders/dead")).getQueueName());
    EmqTopic topic = (EmqTopic) context.lookup("dynamicTopics/prices/audit?from=-1h");
    assertEquals("prices/audit", topic.getTopicName());
    assertEquals("from=-1h", topic.getOptions());
    Context queues = (Context) context.lookup("dynamicQueues");
    assertEquals(new EmqQueue("orders"), queues.lookup("orders"));
  }

  @Test
  void aDynamicNameThatBreaksTheGrammarIsRefusedWithTheRule() throws Exception {
    Context context = context();
    InvalidNameException refused =
        assertThrows(InvalidNameException.class, () -> context.lookup("dynamicQueues/a b"));
    assertInstanceOf(InvalidDestinationException.class, refused.getRootCause());
    assertTrue(refused.getMessage().contains("a b"), refused.getMessage());
  }

  @Test
  void anUnboundNameIsToldWithWhatIsBound() throws Exception {
    Context context = context("queue.jms/orders", "orders");
    NameNotFoundException refused =
        assertThrows(NameNotFoundException.class, () -> context.lookup("jms/ordres"));
    assertEquals(new CompositeName("jms/ordres"), refused.getRemainingName());
    assertTrue(refused.getMessage().contains("[orders]"), refused.getMessage());
    assertThrows(NotContextException.class, () -> context.lookup("jms/orders/below"));
  }

  @Test
  void listsNamesClassesAndObjects() throws Exception {
    Context context = context("queue.jms/in", "in", "topic.jms/deep/prices", "prices");
    List<String> names = new ArrayList<>();
    for (NameClassPair pair : Collections.list(context.list("jms"))) {
      names.add(pair.getName() + " " + pair.getClassName());
    }
    assertEquals(
        List.of("deep " + ReadOnlyContext.class.getName(), "in " + EmqQueue.class.getName()),
        names);
    Binding deep = Collections.list(context.listBindings("jms")).get(0);
    Context below = assertInstanceOf(Context.class, deep.getObject());
    assertEquals("jms/deep", below.getNameInNamespace());
    assertEquals(new EmqTopic("prices"), below.lookup("prices"));
    assertEquals(6 + 1, Collections.list(context.list("")).size());
    assertThrows(NotContextException.class, () -> context.list("jms/in"));
  }

  @Test
  void theEmptyNameIsThisContextAnew() throws Exception {
    Context context = (Context) context("queue.q", "q").lookup("");
    Context again = (Context) context.lookup("");
    assertNotSame(context, again);
    assertEquals(new EmqQueue("q"), again.lookup("q"));
  }

  @Test
  void namesComposeAndParse() throws Exception {
    Context context = (Context) context().lookup("");
    assertEquals("jms/orders", context.composeName("orders", "jms"));
    assertEquals(new CompositeName("a/b"), context.getNameParser("").parse("a/b"));
  }

  @Test
  void answersACopyOfItsEnvironment() throws Exception {
    Context context = context("queue.q", "q");
    context.getEnvironment().clear();
    assertEquals("q", context.getEnvironment().get("queue.q"));
  }

  @Test
  void everyWriteIsRefused() throws Exception {
    Context c = (Context) context("queue.q", "q").lookup("");
    CompositeName n = new CompositeName("q");
    List<Executable> writes =
        List.of(
            () -> c.bind("q", "x"),
            () -> c.bind(n, "x"),
            () -> c.rebind("q", "x"),
            () -> c.rebind(n, "x"),
            () -> c.unbind("q"),
            () -> c.unbind(n),
            () -> c.rename("q", "r"),
            () -> c.rename(n, n),
            () -> c.createSubcontext("s"),
            () -> c.createSubcontext(n),
            () -> c.destroySubcontext("s"),
            () -> c.destroySubcontext(n),
            () -> c.addToEnvironment("k", "v"),
            () -> c.removeFromEnvironment("k"));
    for (Executable write : writes) {
      assertThrows(OperationNotSupportedException.class, write);
    }
    assertEquals(new EmqQueue("q"), c.lookup("q"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connectionfactory.x",
        "connectionFactory",
        "connectionFactoryNames",
        "connectionFactories.x",
        "XAConnectionFactory.x",
        "queues.x",
        "Queue.x",
        "topics.x",
        "dynamicQueues.x",
        "echomq.uri"
      })
  void aKeyThatOnlyLooksLikeOursIsRefusedByName(String key) {
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> context(key, "x"));
    assertTrue(refused.getMessage().contains("'" + key + "'"), refused.getMessage());
    assertTrue(refused.getMessage().contains("queue.<name>"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "queue., orders",
    "queue.a//b, orders",
    "queue.x, a b",
    "topic.x, a/b/c",
    "connectionFactory.x, valkey://h?prefetchh=1",
    "connectionFactory.x, amqp://h",
    "java.naming.provider.url, http://h",
    "queue.dynamicQueues, orders",
    "queue.dynamicQueues/x, orders",
  })
  void aValueOrNameThatCannotBeUsedIsRefusedByItsKey(String key, String value) {
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> context(key, value));
    assertTrue(refused.getMessage().contains("'" + key + "'"), refused.getMessage());
  }

  @Test
  void twoKeysThatBindOneNameAreRefused() {
    assertThrows(ConfigurationException.class, () -> context("queue.x", "a", "topic.x", "b"));
    assertThrows(ConfigurationException.class, () -> context("queue.x", "a", "topic.x/y", "b"));
    assertThrows(ConfigurationException.class, () -> context("queue.x/y", "a", "topic.x", "b"));
  }

  @Test
  void aValueThatIsNoTextIsRefused() {
    Hashtable<String, Object> environment = new Hashtable<>();
    environment.put("queue.x", 5);
    assertThrows(
        ConfigurationException.class,
        () -> new EchoMQInitialContextFactory().getInitialContext(environment));
  }

  @Test
  void keysOfOthersAreNoneOfOurBusiness() throws Exception {
    Context context = context("java.naming.security.principal", "me", "com.example.queue.x", "?");
    assertInstanceOf(EchoMQConnectionFactory.class, context.lookup("ConnectionFactory"));
  }

  @Test
  void placeholdersComeFromSystemProperties() throws Exception {
    System.setProperty("echomq.test.jndi", "billing");
    try {
      Context context = context("queue.q", "${echomq.test.jndi}-${echomq.test.none:-in}");
      assertEquals(new EmqQueue("billing-in"), context.lookup("q"));
    } finally {
      System.clearProperty("echomq.test.jndi");
    }
    assertThrows(ConfigurationException.class, () -> context("queue.q", "${echomq.test.jndi}"));
  }

  @Test
  void jndiPropertiesOnTheClassPathAreEnough(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("jndi.properties"),
        "java.naming.factory.initial="
            + EchoMQInitialContextFactory.class.getName()
            + "\nqueue.jms/orders=orders\n");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      assertEquals(new EmqQueue("orders"), new InitialContext().lookup("jms/orders"));
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
