package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScriptCatalogTest {
  private static final Path FOLDER = Path.of("src/main/resources/io/echomq/lua");
  private static final List<String> FIELDS =
      List.of("Purpose", "KEYS", "ARGV", "Returns", "Errors", "Complexity");

  private final ScriptCatalog catalog = ScriptCatalog.load();

  @Test
  void theCatalogueHoldsExactlyTheFilesOfTheFolder() throws IOException {
    Set<String> files =
        scripts().stream()
            .map(file -> file.getFileName().toString().replace(".lua", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> names =
        catalog.all().stream().map(Script::name).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(files, names);
  }

  @Test
  void aScriptThatIsNotThereIsNamed() {
    NoSuchElementException missing =
        assertThrows(NoSuchElementException.class, () -> catalog.get("no-such"));
    assertTrue(missing.getMessage().contains("'no-such'"), missing.getMessage());
  }

  @Test
  void everyScriptIsShort() throws IOException {
    for (Path file : scripts()) {
      assertTrue(Files.readAllLines(file).size() < 80, file + " has 80 lines or more");
      for (String line : Files.readAllLines(file)) {
        assertTrue(line.length() <= 110, file + ": " + line);
      }
    }
  }

  @Test
  void everyHeaderHasTheSixFieldsInOrder() throws IOException {
    for (Path file : scripts()) {
      List<String> lines = Files.readAllLines(file);
      List<String> header = lines.stream().takeWhile(line -> line.startsWith("--")).toList();
      List<String> fields =
          header.stream()
              .filter(line -> line.matches("-- [A-Z][A-Za-z]*( \\(\\d+\\+?\\))?: .*"))
              .map(line -> line.replaceAll("-- ([A-Za-z]*).*", "$1"))
              .toList();
      assertEquals(FIELDS, fields, file.toString());
    }
  }

  @Test
  void everyHeaderNumbersAsManyKeysAsTheCatalogueCounts() throws IOException {
    for (Path file : scripts()) {
      String source = Files.readString(file);
      Script script = catalog.get(file.getFileName().toString().replace(".lua", ""));
      Matcher header =
          Pattern.compile("(?s)-- KEYS \\(\\d+\\+?\\): (.*?)\\n-- ARGV").matcher(source);
      assertTrue(header.find(), file.toString());
      assertTrue(header.group(1).matches("(?s)1 .*"), file.toString());
      assertEquals(1, script.keyCount(), file.toString());
      boolean more = header.group(1).matches("(?s).*; (then|2 ).*");
      assertEquals(more, script.moreKeys(), file.toString());
      boolean uses = Pattern.compile("KEYS\\[(2|i)\\]").matcher(source).find();
      assertEquals(more, uses, file.toString());
    }
  }

  @Test
  void everyFunctionOfTheLibraryIsUsedAndNamedLikeItsFile() throws IOException {
    String sources =
        catalog.all().stream().map(Script::source).collect(Collectors.joining())
            + new ScriptSource().assemble("lib/selector");
    for (Path file : all()) {
      if (file.getParent().endsWith("lib")) {
        String function = file.getFileName().toString().replace(".lua", "").replace('-', '_');
        assertTrue(Files.readString(file).contains("local function " + function + "("), function);
        assertTrue(sources.contains("local function " + function + "("), function);
      }
    }
  }

  @Test
  void aFunctionIsTakenOnceAndStandsBeforeItsUse() {
    String source = catalog.get("send-jobs").source();
    assertFalse(source.contains("-- @use "));
    int first = source.indexOf("local function variadic(");
    assertTrue(first > 0 && first < source.indexOf("local function send_check("));
    assertEquals(first, source.lastIndexOf("local function variadic("));
  }

  @Test
  void theDigestIsThatOfTheText() {
    Script script = Script.of("known", "return 1", 0, false);
    assertEquals("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", script.sha1());
    assertEquals("known (e0e1f9fabfc9d4800c877a703b823ac0578ff8db)", script.toString());
  }

  @Test
  void sourcesAreAscii() {
    for (Script script : catalog.all()) {
      assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(script.source()), script.name());
    }
  }

  private static List<Path> scripts() throws IOException {
    return all().stream().filter(file -> file.getParent().endsWith("lua")).toList();
  }

  private static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".lua")).toList();
    }
  }
}
