package io.echomq.tck.official;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.server.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TckSettingsTest {
  @TempDir Path folder;

  private Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    properties.setProperty("tck.jar", folder.toString());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty("tck." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void withTheJarAloneEverythingElseHasADefault() throws Exception {
    TckSettings settings = TckSettings.from(properties("classes", "", "shards", ""));
    assertEquals(folder, settings.jar());
    assertEquals(Engine.PATH_FIRST, settings.engine());
    assertEquals(2 * Runtime.getRuntime().availableProcessors(), settings.shards());
    assertEquals(2000, settings.jmsTimeout());
    assertEquals(Duration.ofSeconds(180), settings.testTimeout());
    assertFalse(settings.cleanup());
    assertTrue(settings.classes().asPredicate().test("any.Class"));
  }

  @Test
  void everyPropertyIsTaken() throws Exception {
    Path exclusions = Files.writeString(folder.resolve("x.txt"), "# none\n\na.B#c  the reason\n");
    TckSettings settings =
        TckSettings.from(
            properties(
                "classes", "queue.*IT$",
                "engine", "bundled",
                "shards", "3",
                "jms_timeout", "10000",
                "timeout", "5",
                "txtopictests.cleanup", "true",
                "exclusions", exclusions.toString(),
                "reports", folder.toString()));
    assertFalse(settings.classes().asPredicate().test("any.Class"));
    assertEquals(Engine.BUNDLED, settings.engine());
    assertEquals(3, settings.shards());
    assertEquals(10_000, settings.jmsTimeout());
    assertEquals(Duration.ofSeconds(5), settings.testTimeout());
    assertTrue(settings.cleanup());
    assertEquals(Set.of("c"), settings.exclusions().of("a.B"));
    assertEquals("the reason", settings.exclusions().reason("a.B", "c"));
    assertEquals(Set.of(), settings.exclusions().of("a"));
    assertEquals(folder, settings.reports());
  }

  @ParameterizedTest
  @CsvSource({
    "engine, redis",
    "shards, 0",
    "shards, many",
    "jms_timeout, -1",
    "timeout, 1.5",
    "classes, '('",
    "txtopictests.cleanup, yes",
    "exclusions, /nowhere/x.txt",
    "jar, nowhere.jar",
  })
  void aValueThatCannotBeUsedIsRefusedByName(String name, String value) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> TckSettings.from(properties(name, value)));
    String shown = "-Dtck." + name + "=" + value;
    assertTrue(refused.getMessage().contains(shown), refused.getMessage());
  }

  @Test
  void withoutAJarTheRunIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> TckSettings.from(properties("jar", " ")));
    assertTrue(refused.getMessage().contains("-Dtck.jar"), refused.getMessage());
  }

  @Test
  void coordinatesAreFoundInTheLocalRepository() throws Exception {
    Path artifact = folder.resolve("org/example/some-tck/1.0/some-tck-1.0.jar");
    Files.createDirectories(artifact.getParent());
    Files.createFile(artifact);
    Properties properties = properties("maven.repository", folder.toString());
    properties.setProperty("tck.jar", "org.example:some-tck:1.0");
    assertEquals(artifact, TckSettings.from(properties).jar());
  }

  @ParameterizedTest
  @CsvSource({"a.B#c", "a.B reason", "a.B#c#d reason", "'a.B#c r\na.B#c s'"})
  void anExclusionWithoutATestOrAReasonOrTwiceIsRefused(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Exclusions.parse("x.txt", text));
    assertTrue(refused.getMessage().contains("x.txt, line "), refused.getMessage());
  }

  @Test
  void theExclusionsThatComeWithTheRunnerCanBeRead() throws Exception {
    assertEquals(Set.of(), Exclusions.bundled().of("any.Class"));
  }
}
