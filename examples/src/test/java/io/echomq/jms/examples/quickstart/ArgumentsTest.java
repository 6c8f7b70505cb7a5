package io.echomq.jms.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
  @Test
  void withoutWordsTheBundledOrdersGoThroughAPrivateServer() throws BadArgumentException {
    assertEquals(new Arguments("embedded:", null, "orders", 2, false), Arguments.parse(List.of()));
  }

  @Test
  void everyOptionIsRead() throws BadArgumentException {
    assertEquals(
        new Arguments("valkey://h:1", "-", "in.box", 7, true),
        Arguments.parse(
            List.of(
                "--url",
                "valkey://h:1",
                "--file",
                "-",
                "--queue",
                "in.box",
                "--listeners",
                "7",
                "--help")));
  }

  @ParameterizedTest
  @CsvSource({
    "--fast, unknown argument '--fast'",
    "orders.csv, unknown argument 'orders.csv'",
    "--url, --url needs a value",
    "--file --url x, --file needs a value",
    "--listeners 0, from 1 to 64 and is '0'",
    "--listeners 65, from 1 to 64 and is '65'",
    "--listeners two, from 1 to 64 and is 'two'",
    "--queue a/b, --queue must be 1 to 128"
  })
  void whatCannotBeRunIsRefusedByName(String line, String reason) {
    BadArgumentException refused =
        assertThrows(BadArgumentException.class, () -> Arguments.parse(List.of(line.split(" "))));
    assertTrue(refused.getMessage().contains(reason), refused::getMessage);
  }
}
