package io.echomq.jms.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.DestinationOptions.OnFull;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationOptionsTest {
  @Test
  void nameIsWhatStandsBeforeTheQuestionMark() {
    DestinationOptions options =
        DestinationOptions.parse("orders?payload=raw&sync=aof&onFull=drop-oldest&maxBytes=1MB");
    assertEquals("orders", options.name());
    assertEquals(Optional.of(Sending.Payload.RAW), options.values().find(Sending.PAYLOAD));
    assertEquals(Optional.of(Durability.Sync.AOF), options.values().find(Durability.SYNC));
    assertEquals(OnFull.DROP_OLDEST, options.onFull());
    assertEquals(1L << 20, options.maxBytes());
    assertEquals("prices/audit", DestinationOptions.parse("prices/audit").name());
  }

  @ParameterizedTest
  @CsvSource({
    "beginning, 0",
    "now, 1000000000",
    "-1h, 996400000",
    "2001-09-09T03:46:40+02:00, 1000000000000",
    "2001-09-09T01:46:40.5Z, 1000000000500",
    "77, 77"
  })
  void startIsATimeOrAnAge(String text, long millis) {
    StartPosition from = DestinationOptions.parse("prices?from=" + text).from().orElseThrow();
    assertEquals(millis, from.millis(1_000_000_000L));
  }

  @Test
  void positionsKeepTheirKind() {
    DestinationOptions options =
        DestinationOptions.parse("prices?from=-90m&until=2026-11-01T00:00:00Z");
    assertEquals(Optional.of(new StartPosition.Ago(Duration.ofMinutes(90))), options.from());
    assertEquals(
        Optional.of(new StartPosition.At(Instant.parse("2026-11-01T00:00:00Z"))), options.until());
    assertEquals("prices?from=-90m&until=2026-11-01T00:00:00Z", options.toString());
    assertEquals(Optional.of(100L), DestinationOptions.parse("prices?last=100").last());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q?lease=1s",
        "q?from=yesterday",
        "q?from=-1y",
        "q?from=2026-11-01T00:00:00",
        "q?from=now&last=3",
        "q?last=-1",
        "q?from=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z",
        "q?onFull=explode",
        "q?payload",
        "q?deadLetterQueue=_tmp.x",
        "q?expiryQueue=_tmp.x"
      })
  void badOptionIsRefused(String text) {
    assertThrows(ConfigException.class, () -> DestinationOptions.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q?from=-1h", "q?until=now", "q?last=3"})
  void anOptionOfTopicsIsRefusedForAQueue(String text) {
    DestinationOptions options = DestinationOptions.parse(text);
    options.validFor(false);
    var error = assertThrows(ConfigException.class, () -> options.validFor(true));
    assertTrue(error.getMessage().contains("only topics have it"), error.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"t?maxLength=5", "t?maxBytes=1MB", "t?onFull=fail"})
  void anOptionOfQueuesIsRefusedForATopic(String text) {
    DestinationOptions options = DestinationOptions.parse(text);
    options.validFor(true);
    var error = assertThrows(ConfigException.class, () -> options.validFor(false));
    assertTrue(error.getMessage().contains("only queues have it"), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"paylod=raw, payload", "maxLen=1, maxLength"})
  void unknownOptionIsRefusedWithTheNearestName(String query, String nearest) {
    var error = assertThrows(ConfigException.class, () -> DestinationOptions.parse("q?" + query));
    assertTrue(
        error.getMessage().contains("no destination option '" + error.option() + "'; did you mean"),
        error.getMessage());
    assertTrue(error.getMessage().contains("'" + nearest + "'?"), error.getMessage());
  }

  @Test
  void anOptionInTheWrongPlaceIsToldItsPlace() {
    var factorys =
        assertThrows(ConfigException.class, () -> DestinationOptions.parse("q?lease=1s"));
    assertTrue(factorys.getMessage().contains("connection's URI"), factorys.getMessage());
    var queues =
        assertThrows(ConfigException.class, () -> Options.parse("valkey://h?maxLength=10"));
    assertTrue(
        queues.getMessage().contains("behind a destination's name: orders?maxLength="),
        queues.getMessage());
    var mistyped =
        assertThrows(ConfigException.class, () -> Options.parse("valkey://h?maxLenght=10"));
    assertTrue(
        mistyped.getMessage().contains("did you mean 'maxLength'? Then it goes behind a"),
        mistyped.getMessage());
  }
}
