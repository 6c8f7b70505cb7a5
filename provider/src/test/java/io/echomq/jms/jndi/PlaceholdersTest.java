package io.echomq.jms.jndi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import javax.naming.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholdersTest {
  private final Placeholders placeholders =
      new Placeholders(Map.of("host", "h1", "empty", "", "odd", "${host}")::get);

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "${host}, h1",
    "a${host}b${host}c, ah1bh1c",
    "${port:-6379}, 6379",
    "${host:-other}, h1",
    "x${none:-}y, xy",
    "x${empty:-y}z, xz",
    "${none:-${host}:${port:-1}}, h1:1",
    "$${host}, ${host}",
    "$host $ {host}, $host $ {host}",
    "a}b, a}b",
    "${odd}, ${host}",
  })
  void aValueIsResolved(String value, String resolved) throws Exception {
    assertEquals(resolved, placeholders.resolve("key", value));
  }

  @ParameterizedTest
  @CsvSource({"${none}", "${none:-${gone}}", "${host", "${a:-${b}", "${}", "${:-x}"})
  void whatCannotBeResolvedIsRefusedByItsKey(String value) {
    ConfigurationException refused =
        assertThrows(ConfigurationException.class, () -> placeholders.resolve("key", value));
    assertTrue(refused.getMessage().contains("'key'"), refused.getMessage());
  }

  @Test
  void aRefusalShowsNothingOfTheValueButTheVariable() {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () -> placeholders.resolve("key", "valkey://u:secret@${none}"));
    assertTrue(refused.getMessage().contains("${none}"), refused.getMessage());
    assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
  }
}
