package io.echomq.server;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.server.ServerBinary.Platform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedServerOptionsTest {
  private static final EmbeddedServerOptions DEFAULTS = EmbeddedServerOptions.defaults();

  @ParameterizedTest
  @ValueSource(strings = {"port 6379", "  BIND 0.0.0.0", "requirepass x", "dir /", "daemonize yes"})
  void aLineThatTheServerOwnsIsRefusedByName(String line) {
    String directive = line.strip().split(" ")[0].toLowerCase(java.util.Locale.ROOT);
    EmbeddedServerException refused =
        assertThrows(EmbeddedServerException.class, () -> DEFAULTS.withConfigLines(line));
    assertTrue(refused.getMessage().contains("'" + directive + "'"), refused.getMessage());
  }

  @Test
  void aLineWithALineBreakIsRefusedSinceItCouldHideAnother() {
    assertThrows(
        EmbeddedServerException.class,
        () -> DEFAULTS.withConfigLines("appendonly yes\nbind 0.0.0.0"));
  }

  @Test
  void anEmptyPasswordAPortOutOfRangeAndNoTimeAreRefused() {
    assertThrows(EmbeddedServerException.class, () -> DEFAULTS.withPassword(""));
    assertThrows(EmbeddedServerException.class, () -> DEFAULTS.withPort(0));
    assertThrows(EmbeddedServerException.class, () -> DEFAULTS.withPort(65_536));
    assertThrows(EmbeddedServerException.class, () -> DEFAULTS.withStartTimeout(Duration.ZERO));
    assertDoesNotThrow(() -> DEFAULTS.withPort(65_535));
  }

  @Test
  void thePasswordIsNotPrinted() {
    assertFalse(DEFAULTS.withPassword("secret").toString().contains("secret"));
  }

  @Test
  void aPasswordIsQuotedSoThatTheServerReadsItBack() {
    assertEquals("\"a\\\"b\\\\c\\nd e\"", ServerConfig.quote("a\"b\\c\nd e"));
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-amd64",
    "Linux, x86_64, linux-amd64",
    "Linux, aarch64, linux-arm64",
    "Mac OS X, aarch64, darwin-arm64",
    "Mac OS X, x86_64, darwin-amd64",
    "Linux, i386, linux-386"
  })
  void aBundledBinaryIsChosenByPlatform(String os, String arch, String ending) {
    String resource = Platform.of(os, arch).bundledResource().orElseThrow();
    assertTrue(resource.endsWith(ending), resource);
    assertTrue(ServerBinary.class.getResource(resource) != null, resource);
  }

  @Test
  void aPlatformWithoutABundledBinaryIsToldWhatToDo() {
    ServerBinary windows = new ServerBinary(List.of(), Platform.of("Windows 11", "amd64"));
    EmbeddedServerException refused =
        assertThrows(
            EmbeddedServerException.class, () -> windows.find(DEFAULTS, Path.of("unused")));
    assertTrue(refused.getMessage().contains("windows amd64"), refused.getMessage());
    assertTrue(refused.getMessage().contains("PATH"), refused.getMessage());
  }

  @Test
  void valkeyIsAskedForByName() {
    ServerBinary none = new ServerBinary(List.of(), Platform.of("Linux", "amd64"));
    EmbeddedServerException refused =
        assertThrows(
            EmbeddedServerException.class,
            () -> none.find(DEFAULTS.withEngine(Engine.VALKEY), Path.of("unused")));
    assertTrue(refused.getMessage().contains("no valkey-server in the PATH"));
  }

  @Test
  void aServerSaysWhichEngineItIs() {
    ServerIdentity valkey =
        ServerIdentity.parse(
            "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n"
                + "process_id:17\r\nconfig_file:/a/b.conf\r\n");
    assertEquals(new ServerIdentity("valkey", "8.0.1", 17, "/a/b.conf"), valkey);
    ServerIdentity redis = ServerIdentity.parse("# Server\r\nredis_version:6.2.6\r\n");
    assertEquals("redis 6.2.6", redis.engineName() + " " + redis.engineVersion());
    assertEquals(Optional.of(""), Optional.of(redis.configFile()));
  }
}
