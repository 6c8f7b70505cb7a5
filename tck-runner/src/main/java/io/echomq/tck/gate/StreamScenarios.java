package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.XAddParams;
import redis.clients.jedis.resps.StreamEntry;

/** The wire contract, "The Bus". */
final class StreamScenarios {
  private StreamScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("streams: the vector of the contract", StreamScenarios::vector),
        new Scenario(
            "streams: mint order is stream order, re-minted above", StreamScenarios::order),
        new Scenario("streams: an id below the top is refused", StreamScenarios::below),
        new Scenario("streams: a window of mint times", StreamScenarios::window));
  }

  private static String append(Wire wire, String id) {
    Object answer =
        wire.verbOn(
            wire.key("stream:events"),
            "append-records",
            "",
            0,
            0,
            1,
            id,
            BrandedIds.position(id),
            1,
            "price",
            "42");
    return (String) ((List<?>) answer).get(0);
  }

  private static List<StreamEntry> records(Wire wire) {
    return wire.jedis().xrange(wire.key("stream:events"), "-", "+");
  }

  private static void vector(Wire wire) {
    String id = "EVT000xY9Wvvcd";
    equal("1704117200000-1620567", BrandedIds.position(id), "position of " + id);
    equal(id, append(wire, id), "the final id");
    StreamEntry record = records(wire).get(0);
    equal("1704117200000-1620567", record.getID().toString(), "position in the stream");
    equal(Map.of("id", id, "price", "42"), record.getFields(), "fields");
    equal("id", record.getFields().keySet().iterator().next(), "the first field");
  }

  private static void order(Wire wire) {
    long now = wire.serverMillis();
    List<String> ids = new ArrayList<>();
    for (long back : List.of(0L, 5L, 3L, 9L)) {
      String candidate = BrandedIds.encode("EVT", BrandedIds.snowflake(now - back, 7, 1));
      ids.add(append(wire, candidate));
    }
    List<StreamEntry> records = records(wire);
    equal(4, records.size(), "records");
    for (int i = 0; i < records.size(); i++) {
      String id = records.get(i).getFields().get("id");
      equal(ids.get(i), id, "id of record " + i);
      equal(BrandedIds.position(id), records.get(i).getID().toString(), "position of record " + i);
      holds(i == 0 || ids.get(i - 1).compareTo(id) < 0, "ids rise at record " + i);
      equal(7L, BrandedIds.decode(id) >>> 12 & 1023, "node of record " + i);
    }
  }

  private static void below(Wire wire) {
    append(wire, wire.id("EVT"));
    try {
      wire.jedis()
          .xadd(
              wire.key("stream:events"),
              Map.of("id", "EVT00000000001"),
              XAddParams.xAddParams().id(new StreamEntryID(1_704_067_200_000L, 1)));
      throw new AssertionError("a record below the top was taken");
    } catch (JedisDataException refused) {
      equal(1, records(wire).size(), "records");
    }
  }

  private static void window(Wire wire) {
    long millis = BrandedIds.EPOCH + 1_000_000;
    for (int i = 0; i < 4; i++) {
      append(wire, BrandedIds.encode("EVT", BrandedIds.snowflake(millis + i, 1023, 4095)));
    }
    List<StreamEntry> found =
        wire.jedis()
            .xrange(wire.key("stream:events"), (millis + 1) + "-0", (millis + 2) + "-4194303");
    equal(2, found.size(), "records of two milliseconds");
  }
}
