package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The wire contract, "Key grammar". Every other scenario's keys are held to it as well. */
final class KeyScenarios {
  private KeyScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("grammar: hash slots and prefix lengths", KeyScenarios::slots),
        new Scenario("grammar: a job's row has exactly its three fields", KeyScenarios::row));
  }

  private static void slots(Wire wire) {
    equal(12739, slot("123456789"), "slot of 123456789");
    equal(17, "emq:{orders}:job:".length(), "bytes before the id");
    int slot = slot(wire.queue());
    for (String type : List.of("pending", "job:JOB0STF4r0SSpz", "stream:events", "jms:prio")) {
      equal(slot, slot(tag(wire.key(type))), "slot of " + type);
    }
    equal(slot("emq"), slot(tag(Wire.VERSION_KEY)), "slot of the reserve");
  }

  private static void row(Wire wire) {
    String id = wire.id("JOB");
    wire.verb("enqueue", id, "hello");
    equal(Map.of("state", "pending", "attempts", "0", "payload", "hello"), wire.row(id), "the row");
    holds(wire.keys().contains(wire.key("job:" + id)), "the row's key");
  }

  private static String tag(String key) {
    return key.substring(key.indexOf('{') + 1, key.indexOf('}'));
  }

  /** CRC16/XMODEM modulo 16384. */
  private static int slot(String text) {
    int crc = 0;
    for (byte b : text.getBytes(StandardCharsets.US_ASCII)) {
      crc ^= (b & 0xff) << 8;
      for (int i = 0; i < 8; i++) {
        crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
      }
    }
    return (crc & 0xffff) % 16384;
  }
}
