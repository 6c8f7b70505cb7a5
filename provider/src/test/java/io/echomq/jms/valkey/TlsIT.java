package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.testing.PrivateServer;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a server with a certificate of its own; skipped where the engine was built without TLS.
 */
@Timeout(180)
class TlsIT {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir static Path folder;
  private static PrivateServer server;
  private static int tlsPort;

  @BeforeAll
  static void start() throws Exception {
    KeyStore store = selfSigned(folder.resolve("server.p12"));
    pem("CERTIFICATE", store.getCertificate("server").getEncoded(), "server.crt");
    pem("PRIVATE KEY", store.getKey("server", PASSWORD).getEncoded(), "server.key");
    try (ServerSocket free = new ServerSocket(0)) {
      tlsPort = free.getLocalPort();
    }
    try {
      server =
          PrivateServer.start(
              "tls-port " + tlsPort,
              "tls-cert-file " + folder.resolve("server.crt"),
              "tls-key-file " + folder.resolve("server.key"),
              "tls-ca-cert-file " + folder.resolve("server.crt"),
              "tls-auth-clients optional");
    } catch (RuntimeException noTls) {
      Assumptions.abort("the engine was built without TLS: " + noTls.getMessage());
    }
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void aTrustedServerIsSpokenToAndALinkCanBeClosedWhileItReads() throws Exception {
    Link link = dial("localhost", trusting());
    assertEquals("PONG", Replies.toText(link.call(Command.of("PING"))));
    assertEquals("x".repeat(100_000), echo(link, "x".repeat(100_000)));
    Thread closer = new Thread(link::close);
    assertTrue(!link.awaitAnswer(20));
    closer.start();
    WireException closed =
        assertThrows(
            WireException.class,
            () -> link.callBlocking(Command.of("BLPOP", "never", "30"), 30_000));
    assertEquals(WireError.CLOSED, closed.error());
    closer.join();
  }

  @Test
  void aTimeOutBetweenAnswersBreaksNothing() throws WireException {
    try (Link link = dial("localhost", trusting())) {
      link.write(Command.of("BLPOP", "never", "2"));
      link.flush();
      assertTrue(!link.awaitAnswer(1));
      assertEquals(null, link.read());
      assertEquals("y", echo(link, "y"));
    }
  }

  @Test
  void anUnknownCertificateIsRefusedNamingTheRemedy() {
    WireException refused = assertThrows(WireException.class, () -> dial("localhost", ""));
    assertEquals(WireError.REFUSED_CREDENTIALS, refused.error());
    assertTrue(refused.getMessage().contains("set trustStore"), refused.getMessage());
  }

  @Test
  void aCertificateOfAnotherHostIsRefusedUnlessThatIsWanted() throws WireException {
    WireException refused = assertThrows(WireException.class, () -> dial("127.0.0.1", trusting()));
    assertEquals(WireError.REFUSED_CREDENTIALS, refused.error());
    dial("127.0.0.1", trusting() + "&verifyHost=false").close();
  }

  @Test
  void aTlsPortIsNamedWhenItWasTakenForAPlainOne() {
    String uri = "valkey://:" + server.password() + "@127.0.0.1:" + tlsPort;
    WireException refused =
        assertThrows(
            WireException.class, () -> new LinkFactory(Options.parse(uri), null).dial("test"));
    assertEquals(WireError.UNAVAILABLE, refused.error());
    assertTrue(refused.getMessage().contains("valkeys://"), refused.getMessage());
  }

  @Test
  void anUnreadableStoreIsNamed() {
    WireException refused =
        assertThrows(
            WireException.class, () -> dial("127.0.0.1", "?trustStore=" + folder + "/none.p12"));
    assertEquals(WireError.MISCONFIGURED, refused.error());
    assertTrue(refused.getMessage().contains("trustStore="), refused.getMessage());
  }

  private static String echo(Link link, String text) throws WireException {
    return Replies.toText(link.call(Command.of("ECHO", text)));
  }

  private static String trusting() {
    return "?trustStore=" + folder.resolve("server.p12") + "&trustStorePassword=changeit";
  }

  private static Link dial(String host, String options) throws WireException {
    String uri = "valkeys://:" + server.password() + "@" + host + ":" + tlsPort + options;
    return new LinkFactory(Options.parse(uri), null).dial("test");
  }

  private static KeyStore selfSigned(Path file) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "RSA",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(keytool.waitFor(120, TimeUnit.SECONDS) && keytool.exitValue() == 0);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static void pem(String what, byte[] der, String file) throws Exception {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    Files.writeString(
        folder.resolve(file),
        "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
  }
}
