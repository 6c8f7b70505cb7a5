package io.echomq.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

class EmbeddedServerIT {
  private static final EmbeddedServerOptions DEFAULTS = EmbeddedServerOptions.defaults();

  @ParameterizedTest
  @EnumSource(names = {"PATH_FIRST", "BUNDLED"})
  void startsOnEitherBinaryAndAnswersByItsUri(Engine engine) {
    try (EmbeddedServer server = EmbeddedServer.start(DEFAULTS.withEngine(engine));
        Jedis jedis = new Jedis(URI.create(server.uri().replace("valkey:", "redis:")))) {
      assertEquals("PONG", jedis.ping());
      assertEquals("no", jedis.configGet("appendonly").get("appendonly"));
      assertEquals("", jedis.configGet("save").get("save"));
      assertTrue(server.engineVersion().matches("\\d+\\.\\d+\\.\\d+"), server.engineVersion());
      if (engine == Engine.BUNDLED) {
        assertEquals("redis", server.engineName());
        assertTrue(server.engineVersion().startsWith("6.2."), server.engineVersion());
      }
    }
  }

  @Test
  void nobodyGetsInWithoutThePassword() {
    try (EmbeddedServer server = EmbeddedServer.start();
        Jedis jedis = new Jedis(server.host(), server.port())) {
      JedisException refused = assertThrows(JedisException.class, jedis::ping);
      assertTrue(refused.getMessage().contains("NOAUTH"), refused.getMessage());
    }
  }

  @Test
  void thePasswordStandsInNoCommandLineAndInNoFileThatOthersRead() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      assertTrue(
          ProcessHandle.allProcesses()
              .map(process -> process.info().commandLine().orElse(""))
              .noneMatch(line -> line.contains(server.password())));
      Path folder = server.folder();
      assertEquals(
          "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(
              Files.getPosixFilePermissions(folder.resolve("server.conf"))));
      assertFalse(server.toString().contains(server.password()));
    }
  }

  @Test
  void closeEndsTheProcessAndRemovesTheFolderAndMayBeRepeated() {
    EmbeddedServer server = EmbeddedServer.start();
    assertTrue(Files.exists(server.folder()));
    server.close();
    server.close();
    assertFalse(server.isRunning());
    assertFalse(alive(server.pid()));
    assertFalse(Files.exists(server.folder()));
  }

  @Test
  void anInterruptedThreadClosesAllTheSameAndStaysInterrupted() {
    EmbeddedServer server = EmbeddedServer.start();
    Thread.currentThread().interrupt();
    server.close();
    assertTrue(Thread.interrupted());
    assertFalse(alive(server.pid()));
    assertFalse(Files.exists(server.folder()));
  }

  @Test
  void anInterruptedThreadStartsNothingAndLeavesNothing() {
    Set<Long> before = guards();
    Thread.currentThread().interrupt();
    assertThrows(EmbeddedServerException.class, EmbeddedServer::start);
    assertTrue(Thread.interrupted());
    await().until(() -> before.containsAll(guards()));
  }

  @Test
  void aServerThatNoLongerListensToItsSignalsIsClosedByForce() throws Exception {
    EmbeddedServer server = EmbeddedServer.start();
    assertEquals(0, signal("STOP", server.pid()));
    server.close();
    assertFalse(alive(server.pid()));
    assertFalse(Files.exists(server.folder()));
  }

  @Test
  void aServerThatEndsByItselfLeavesNoFolder() throws Exception {
    EmbeddedServer server = EmbeddedServer.start();
    assertEquals(0, signal("KILL", server.pid()));
    await().until(() -> !server.isRunning());
    await().until(() -> !Files.exists(server.folder()));
    server.close();
  }

  @Test
  void aKilledJvmLeavesNeitherServerNorFolder() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMaker.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = jvm.inputReader(StandardCharsets.UTF_8)) {
      String[] said = out.readLine().split(" ", 2);
      long pid = Long.parseLong(said[0]);
      assertTrue(alive(pid));
      jvm.destroyForcibly(); // SIGKILL
      await().atMost(Duration.ofSeconds(20)).until(() -> !alive(pid));
      await().atMost(Duration.ofSeconds(20)).until(() -> !Files.exists(Path.of(said[1])));
    } finally {
      jvm.destroyForcibly();
    }
  }

  @Test
  void configurationLinesOverrideOurDefaultsAndTheDataFolderOutlivesTheServer(@TempDir Path data) {
    EmbeddedServerOptions durable =
        DEFAULTS.withDataFolder(data).withConfigLines("appendonly yes").withPassword("p\"w \\ 1");
    try (EmbeddedServer server = EmbeddedServer.start(durable);
        Jedis jedis = connect(server)) {
      jedis.set("kept", "yes");
    }
    try (EmbeddedServer server = EmbeddedServer.start(durable);
        Jedis jedis = connect(server)) {
      assertEquals("yes", jedis.get("kept"));
    }
  }

  @Test
  void oneKeyIsOneServerForAllThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<EmbeddedServer> ask = () -> EmbeddedServers.shared("embedded:one-key");
      List<Future<EmbeddedServer>> answers = threads.invokeAll(List.of(ask, ask));
      EmbeddedServer first = answers.get(0).get();
      assertSame(first, answers.get(1).get());
      assertNotEquals(first.port(), EmbeddedServers.shared("embedded:other-key").port());
      first.close();
      assertTrue(EmbeddedServers.shared("embedded:one-key").isRunning());
    } finally {
      threads.shutdownNow();
      EmbeddedServers.shared("embedded:one-key").close();
      EmbeddedServers.shared("embedded:other-key").close();
    }
  }

  @Test
  void aBinaryThatIsNoServerGivesItsOwnWords(@TempDir Path folder) throws IOException {
    Path fake = folder.resolve("fake-server");
    Files.writeString(fake, "#!/bin/sh\necho 'I am no server'\nexit 7\n");
    Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwx------"));
    EmbeddedServerException refused =
        assertThrows(
            EmbeddedServerException.class, () -> EmbeddedServer.start(DEFAULTS.withBinary(fake)));
    assertTrue(refused.getMessage().contains("code 7"), refused.getMessage());
    assertTrue(refused.getMessage().contains("I am no server"), refused.getMessage());
  }

  @Test
  void aBinaryThatNeverAnswersIsGivenUpInTimeAndEnded(@TempDir Path folder) throws IOException {
    Path pidFile = folder.resolve("pid");
    Path fake = folder.resolve("mute-server");
    Files.writeString(
        fake, "#!/bin/sh\necho $$ >'" + pidFile + "'\nexec cat /dev/zero >/dev/null\n");
    Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwx------"));
    EmbeddedServerOptions mute = DEFAULTS.withBinary(fake).withStartTimeout(Duration.ofSeconds(4));
    EmbeddedServerException refused =
        assertThrows(EmbeddedServerException.class, () -> EmbeddedServer.start(mute));
    assertTrue(refused.getMessage().contains("not ready within 4000 ms"), refused.getMessage());
    long pid = Long.parseLong(Files.readString(pidFile).strip());
    await().until(() -> !alive(pid));
  }

  @Test
  void aWrongConfigurationLineIsNamedByTheServersLog() {
    EmbeddedServerOptions wrong = DEFAULTS.withConfigLines("no-such-directive yes");
    EmbeddedServerException refused =
        assertThrows(EmbeddedServerException.class, () -> EmbeddedServer.start(wrong));
    assertTrue(refused.getMessage().contains("no-such-directive"), refused.getMessage());
  }

  @Test
  void aFixedPortThatIsTakenIsRefusedByName() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      EmbeddedServerOptions fixed = DEFAULTS.withPort(taken.getLocalPort());
      EmbeddedServerException refused =
          assertThrows(EmbeddedServerException.class, () -> EmbeddedServer.start(fixed));
      assertTrue(
          refused.getMessage().contains("Port " + taken.getLocalPort() + " is taken"),
          refused.getMessage());
    }
  }

  /** Guards that this JVM started: their shells are its children. */
  private static Set<Long> guards() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private static Jedis connect(EmbeddedServer server) {
    Jedis jedis = new Jedis(server.host(), server.port());
    jedis.auth(server.password());
    return jedis;
  }

  /** A zombie that nobody has waited for yet has ended as well. */
  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static int signal(String name, long pid) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start().waitFor();
  }
}
