package io.echomq.tck.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.naming.InitialContext;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.MethodOrderer.MethodName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The names do not end as those of tests do, so that no build runs them by itself. */
public final class Behaviours {
  private Behaviours() {}

  /** Looks up what the official tests look up, and uses it. */
  @SuppressWarnings("BanJNDI")
  public static class Lookups {
    @Test
    void everyAdministeredObjectIsThere() throws Exception {
      InitialContext context = new InitialContext();
      for (String name :
          List.of("MY_QUEUE", "MY_QUEUE2", "testQ0", "testQ1", "testQ2", "testQueue2", "Q2")) {
        assertEquals(name, ((Queue) context.lookup(name)).getQueueName());
      }
      for (String name : List.of("MY_TOPIC", "MY_TOPIC2", "testT0", "testT1", "testT2")) {
        assertEquals(name, ((Topic) context.lookup(name)).getTopicName());
      }
      for (String name : List.of("MyQueueConnectionFactory", "MyTopicConnectionFactory")) {
        assertNotNull(context.lookup(name));
      }
      ConnectionFactory durable =
          (ConnectionFactory) context.lookup("DURABLE_SUB_CONNECTION_FACTORY");
      try (JMSContext jms = durable.createContext()) {
        assertEquals("cts", jms.getClientID());
      }
    }

    @Test
    void theTestUserMayConnectAndAStrangerMayNot() throws Exception {
      InitialContext context = new InitialContext();
      ConnectionFactory factory = (ConnectionFactory) context.lookup("MyConnectionFactory");
      try (Connection connection =
          factory.createConnection(System.getProperty("user"), System.getProperty("password"))) {
        assertNotNull(connection.createSession());
      }
      Assertions.assertThrows(
          JMSSecurityException.class, () -> factory.createConnection("invalid", "invalid"));
    }
  }

  /** One passes, one fails with a cause, one is disabled. */
  @TestMethodOrder(MethodName.class)
  public static class Mixed {
    @Test
    void aPasses() {
      System.out.println("printed by a test");
    }

    @Test
    void bFails() {
      throw new IllegalStateException("outer", new IllegalArgumentException("the reason"));
    }

    @Test
    @Disabled("not today")
    void cIsDisabled() {}
  }

  /** The second of three never ends. */
  @TestMethodOrder(MethodName.class)
  public static class Hanging {
    @Test
    void aPasses() {}

    @Test
    void bHangs() throws InterruptedException {
      new CountDownLatch(1).await();
    }

    @Test
    void cPasses() {}
  }

  /** The second of three takes its JVM down. */
  @TestMethodOrder(MethodName.class)
  public static class Exiting {
    @Test
    void aPasses() {}

    @Test
    void bEndsTheJvm() {
      Runtime.getRuntime().halt(7);
    }

    @Test
    void cPasses() {}
  }

  /** Never comes to its test. */
  public static class Unprepared {
    @BeforeAll
    static void fails() {
      throw new IllegalStateException("no set-up today");
    }

    @Test
    void isNotRun() {}
  }
}
