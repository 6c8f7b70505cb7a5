package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The vectors of the wire contract, "Branded ids" and "The Bus". */
class BrandedIdTest {

  @Test
  void encodesTheVectorsOfTheContract() {
    assertEquals("USR0KHTOWnGLuC", BrandedId.encode("USR", 274557032793636864L));
    assertEquals("JOB0STF4r0SSpz", BrandedId.encode("JOB", 385423386339201031L));
    assertEquals("XYZAzL8n0Y58m7", BrandedId.encode("XYZ", Long.MAX_VALUE));
    assertEquals("JOB00000000000", BrandedId.encode("JOB", 0));
  }

  @Test
  void decodesTheVectorsOfTheContract() throws WireException {
    assertEquals(320636799581945856L, BrandedId.decode("USR0NgWEfAEJfs"));
    assertEquals(274557032793636864L, BrandedId.decode("USR0KHTOWnGLuC"));
    assertEquals(Long.MAX_VALUE, BrandedId.decode("JOBAzL8n0Y58m7"));
  }

  @Test
  void composesAndTakesApart() {
    long snowflake = BrandedId.compose(1_795_959_296_123L, 517, 7);
    assertEquals(385423386339201031L, snowflake);
    assertEquals(1_795_959_296_123L, BrandedId.millisOf(snowflake));
    assertEquals(517, BrandedId.nodeOf(snowflake));
    assertEquals(7, BrandedId.seqOf(snowflake));
  }

  @Test
  void refusesToComposeWhatDoesNotFit() {
    assertThrows(IllegalArgumentException.class, () -> BrandedId.compose(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> BrandedId.compose(BrandedId.EPOCH, 1024, 1));
    assertThrows(IllegalArgumentException.class, () -> BrandedId.compose(BrandedId.EPOCH, 1, 4096));
    assertThrows(IllegalArgumentException.class, () -> BrandedId.encode("JOB", -1));
    assertThrows(IllegalArgumentException.class, () -> BrandedId.encode("job", 1));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "JOB",
        "JOB0STF4r0SSp",
        "JOB0STF4r0SSpz0",
        "job0STF4r0SSpz",
        "J0B0STF4r0SSpz",
        "JOB0STF4r0SS-z",
        "JOB0STF4r0SSp\u00e9",
        "JOBAzL8n0Y58m8",
        "USRzzzzzzzzzzz"
      })
  void refusesWhatIsIllFormedOrOverflows(String id) {
    assertFalse(BrandedId.isWellFormed(id));
    WireException refused = assertThrows(WireException.class, () -> BrandedId.decode(id));
    assertEquals(WireError.INVALID_NAME, refused.error());
  }

  @Test
  void byteOrderIsMintOrderAndNothingIsLostOnTheWay() throws WireException {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long a = random.nextLong() >>> 1;
      long b = random.nextLong() >>> 1;
      String idA = BrandedId.encode("JOB", a);
      assertEquals(a, BrandedId.decode(idA));
      assertEquals(
          Integer.signum(Long.compare(a, b)),
          Integer.signum(idA.compareTo(BrandedId.encode("JOB", b))));
    }
  }

  @Test
  void streamPositionsAreMintTimeAndLowBits() throws WireException {
    assertEquals("1704117200000-1620567", BrandedId.toStreamId("EVT000xY9Wvvcd"));
    assertEquals("EVT000xY9Wvvcd", BrandedId.fromStreamId("EVT", "1704117200000-1620567"));
    assertEquals(
        BrandedId.encode("EVT", Long.MAX_VALUE),
        BrandedId.fromStreamId("EVT", BrandedId.toStreamId("EVTAzL8n0Y58m7")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "1704117200000", "5-1", "1704117200000-4194304", "x-1", "1704117200000-"})
  void refusesPositionsThatNoIdHas(String position) {
    assertThrows(WireException.class, () -> BrandedId.fromStreamId("EVT", position));
    assertTrue(BrandedId.isWellFormed("EVT000xY9Wvvcd"));
  }
}
