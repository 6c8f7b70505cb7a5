package io.echomq.jms.jndi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.util.Map;
import javax.naming.InitialContext;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ContextResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A web application in Tomcat finds its administered objects in {@code java:comp/env}. */
@WithServer
@Timeout(180)
@SuppressWarnings("BanJNDI")
class TomcatJndiIT {
  private final Tomcat tomcat = new Tomcat();
  private Context application;

  @BeforeEach
  void configureTomcat(@TempDir Path folder, TestServer server) {
    tomcat.setBaseDir(folder.toString());
    tomcat.enableNaming();
    application = tomcat.addContext("/app", folder.toString());
    resource(
        "jms/cf",
        "jakarta.jms.ConnectionFactory",
        Map.of("uri", server.uri(), "clientId", "billing"));
    resource("jms/orders", "jakarta.jms.Queue", Map.of("physicalName", "orders"));
  }

  @AfterEach
  void stopTomcat() throws Exception {
    tomcat.stop();
    tomcat.destroy();
  }

  private void resource(String name, String type, Map<String, String> attributes) {
    ContextResource resource = new ContextResource();
    resource.setName(name);
    resource.setType(type);
    resource.setAuth("Container");
    resource.setProperty("factory", EchoMQObjectFactory.class.getName());
    attributes.forEach(resource::setProperty);
    application.getNamingResources().addResource(resource);
  }

  @Test
  void anApplicationInTomcatSendsThroughItsResources() throws Exception {
    tomcat.start();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(application.getLoader().getClassLoader());
    try {
      InitialContext context = new InitialContext();
      ConnectionFactory factory = (ConnectionFactory) context.lookup("java:comp/env/jms/cf");
      Queue orders = (Queue) context.lookup("java:comp/env/jms/orders");
      assertSame(factory, context.lookup("java:comp/env/jms/cf"));
      try (JMSContext jms = factory.createContext()) {
        jms.createProducer().send(orders, "through Tomcat");
        assertEquals("billing", jms.getClientID());
        String text = jms.createConsumer(orders).receiveBody(String.class, 10_000);
        assertEquals("through Tomcat", text);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
