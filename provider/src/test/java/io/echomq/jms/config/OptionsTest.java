package io.echomq.jms.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  @Test
  void defaultsAreTheDocumentedOnes() {
    Options options = Options.defaults();
    assertEquals(Duration.ofSeconds(5), options.timeouts().connect());
    assertEquals(Duration.ofSeconds(30), options.receiving().lease());
    assertEquals(Duration.ofMillis(250), options.receiving().beat());
    assertEquals(1000, options.receiving().prefetch());
    assertEquals(10, options.redelivery().maxDeliveries());
    assertEquals(Optional.empty(), options.redelivery().deadLetterQueue());
    assertEquals(Durability.Sync.NONE, options.durability().sync());
    assertEquals(64L << 20, options.sending().maxTransactionBytes());
    assertEquals(100_000, options.retention().acked());
    assertFalse(options.client().events());
    assertTrue(options.tls().verifyHost());
  }

  @Test
  void unknownOptionIsRefusedWithTheNearestName() {
    var error =
        assertThrows(ConfigException.class, () -> Options.parse("valkey://h?maxdelivery=3"));
    assertEquals("maxdelivery", error.option());
    assertTrue(error.getMessage().contains("did you mean 'maxDeliveries'?"), error.getMessage());
    var far = assertThrows(ConfigException.class, () -> Options.parse("valkey://h?zzzzzz=3"));
    assertFalse(far.getMessage().contains("did you mean"), far.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "lease, 99ms",
    "lease, 5",
    "lease, 2d",
    "beat, 9ms",
    "beat, soon",
    "prefetch, 0",
    "prefetch, 100001",
    "prefetch, 1e3",
    "redeliveryJitter, 1.1",
    "redeliveryJitter, NaN",
    "redeliveryMultiplier, 0.5",
    "sync, disk",
    "syncCount, 0",
    "verifyHost, yes",
    "deadLetterQueue, a/b",
    "deadLetterQueue, emq",
    "deadLetterQueue, _tmp.x",
    "expiryQueue, _tmp.x",
    "trustedPackages, 'a.b,*'",
    "protocolVersions, 2.0.0",
    "maxTransactionBytes, 3GB",
    "maxTransactionBytes, 10 apples",
    "events, true",
    "db, -1",
    "lease, 99999999999999999d",
    "clientName, a b"
  })
  void valueOutOfRangeIsRefusedByName(String name, String value) {
    var error = assertThrows(ConfigException.class, () -> Options.defaults().with(name, value));
    assertEquals(name, error.option());
    assertEquals(value, error.value());
    assertTrue(error.remedy().contains("expected"), error.remedy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "valkey://h?lease=100ms&beat=100ms",
        "valkey://h?reconnectMin=2s&reconnectMax=1s",
        "valkey+cluster://h?db=1",
        "valkey+cluster://h/1",
        "valkey://h?trustStore=x",
        "valkey://h?verifyHost=false",
        "valkey://h?sentinelPassword=x",
        "valkey://h?protocolVersions=",
        "embedded:?password=x",
        "valkey://h/1?db=1",
        "valkey://h?lease=1s&lease=2s",
        "valkey://h?lease",
        "valkey://h?=1",
        "valkey://h?lease=1s&"
      })
  void optionsThatContradictEachOtherAreRefused(String uri) {
    assertThrows(ConfigException.class, () -> Options.parse(uri));
  }

  @Test
  void beanPropertiesMayPassThroughAContradictionUntilValidated() {
    Options half = Options.defaults().with("reconnectMin", "10s");
    assertThrows(ConfigException.class, half::validated);
    assertEquals(
        Duration.ofSeconds(20),
        half.with("reconnectMax", "20s").validated().timeouts().reconnectMax());
  }

  @Test
  void destinationOverridesWhatItSetsOnly() {
    Options options = Options.parse("valkey://h?deadLetterQueue=dlq&maxDeliveries=3");
    Options orders = options.overriddenBy(DestinationOptions.parse("orders?deadLetterQueue="));
    assertEquals(Optional.empty(), orders.redelivery().deadLetterQueue());
    assertEquals(3, orders.redelivery().maxDeliveries());
    assertEquals(Optional.of("dlq"), options.redelivery().deadLetterQueue());
  }

  @Test
  void redeliveryPauseGrowsToItsCapAndJitterShortensIt() {
    Redelivery redelivery =
        Options.parse(
                "valkey://h?redeliveryDelay=100ms&redeliveryMultiplier=2&maxRedeliveryDelay=1s"
                    + "&redeliveryJitter=0.5")
            .redelivery();
    assertEquals(Duration.ofMillis(100), redelivery.pauseAfter(1, 0));
    assertEquals(Duration.ofMillis(400), redelivery.pauseAfter(3, 0));
    assertEquals(Duration.ofMillis(1000), redelivery.pauseAfter(5000, 0));
    assertEquals(Duration.ofMillis(75), redelivery.pauseAfter(1, 0.5));
  }

  @Test
  void durationsAndSizesAcceptTheirUnits() {
    Options options =
        Options.parse(
            "valkey://h?lease=2m&beat=300&retainAge=1d&closeTimeout=1h&compressAbove=64kb"
                + "&maxTransactionBytes=10MB&retainBytes=1GB");
    assertEquals(Duration.ofMinutes(2), options.receiving().lease());
    assertEquals(Duration.ofMillis(300), options.receiving().beat());
    assertEquals(Duration.ofDays(1), options.retention().age());
    assertEquals(65_536, options.sending().compressAbove());
    assertEquals(10L << 20, options.sending().maxTransactionBytes());
    assertEquals(1L << 30, options.retention().bytes());
  }
}
