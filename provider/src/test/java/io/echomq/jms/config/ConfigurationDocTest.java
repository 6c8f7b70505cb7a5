package io.echomq.jms.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Holds the tables of {@code docs/configuration.md} against the code. Run with {@code
 * -Dconfig.doc.write=true} to write them anew.
 */
class ConfigurationDocTest {
  private static final Path DOC = Path.of("..", "docs", "configuration.md");
  private static final Set<Option<?>> UNSET_IS_ABSENT =
      Set.of(DestinationOptions.FROM, DestinationOptions.UNTIL, DestinationOptions.LAST);

  @Test
  void documentedTablesAreTheCode() throws IOException {
    String doc = Files.readString(DOC);
    String current = replace(doc, "connection", OptionTable.CONNECTION);
    current = replace(current, "destination", OptionTable.DESTINATION);
    if (Boolean.getBoolean("config.doc.write")) {
      Files.writeString(DOC, current);
    }
    assertEquals(current, Files.readString(DOC), "run with -Dconfig.doc.write=true");
  }

  private static String replace(String doc, String name, OptionTable table) {
    String begin = "<!-- " + name + " options: begin -->\n";
    String end = "<!-- " + name + " options: end -->";
    int from = doc.indexOf(begin) + begin.length();
    return doc.substring(0, from) + rows(table) + doc.substring(doc.indexOf(end, from));
  }

  private static String rows(OptionTable table) {
    StringBuilder rows = new StringBuilder("| option | accepts | default | meaning |\n");
    rows.append("|---|---|---|---|\n");
    for (Option<?> option : table.options()) {
      String value = shownDefault(table, option);
      rows.append("| `%s` | ".formatted(option.name())).append(option.type().label());
      rows.append(" | ").append(value).append(" | ").append(option.doc()).append(" |\n");
    }
    return rows.toString();
  }

  private static String shownDefault(OptionTable table, Option<?> option) {
    if (table == OptionTable.DESTINATION) {
      if (OptionTable.CONNECTION.options().contains(option)) {
        return "the factory's";
      }
      if (UNSET_IS_ABSENT.contains(option)) {
        return "unset";
      }
    }
    return option.defaultText().isEmpty() ? "none" : "`" + option.defaultText() + "`";
  }
}
