package io.echomq.jms;

import java.util.List;
import java.util.Optional;

/**
 * The rooms of the provider and what each may import, as data. An import goes to a strictly lower
 * rank, so there can be no cycle. A room that is not built yet may stand here already.
 */
final class RankTable {
  static final String BASE = "io.echomq.jms";

  /** The room of the public factories is the base package itself. */
  static final String ROOT = "";

  private static final List<Room> ROOMS =
      List.of(
          room(0, "wire"),
          room(0, "selector"),
          room(0, "config"),
          room(1, "codec", "wire"),
          room(1, "delivery", "wire", "selector"),
          room(1, "tx", "wire"),
          room(1, "destination", "wire"),
          room(1, "errors", "wire"),
          room(2, "valkey", "codec", "wire", "config", "io.echomq.lua", "io.echomq.server"),
          room(2, "xa", "tx", "wire"),
          room(2, "message", "destination", "errors", "wire"),
          room(
              3,
              "client",
              "wire",
              "selector",
              "config",
              "delivery",
              "tx",
              "destination",
              "errors",
              "xa",
              "message"),
          room(
              4,
              ROOT,
              "wire",
              "selector",
              "config",
              "codec",
              "delivery",
              "tx",
              "destination",
              "errors",
              "valkey",
              "xa",
              "message",
              "client",
              "io.echomq.lua",
              "io.echomq.server"),
          room(5, "jndi", ROOT, "destination"),
          room(5, "jmx", ROOT, "wire"),
          room(5, "cli", ROOT, "wire"));

  private RankTable() {}

  /**
   * One room.
   *
   * @param mayImport rooms of the provider by name, and packages of the lower module in full
   */
  record Room(int rank, String name, List<String> mayImport) {}

  private static Room room(int rank, String name, String... mayImport) {
    return new Room(rank, name, List.of(mayImport));
  }

  static List<Room> rooms() {
    return ROOMS;
  }

  static Optional<Room> room(String name) {
    return ROOMS.stream().filter(room -> room.name().equals(name)).findFirst();
  }

  /** The name under which a package stands in {@link Room#mayImport()}; empty for foreign ones. */
  static Optional<String> nameOf(String javaPackage) {
    if (javaPackage.equals(BASE)) {
      return Optional.of(ROOT);
    }
    if (javaPackage.startsWith(BASE + ".")) {
      return Optional.of(javaPackage.substring(BASE.length() + 1).split("\\.")[0]);
    }
    if (javaPackage.startsWith("io.echomq.")) {
      return Optional.of("io.echomq." + javaPackage.split("\\.")[2]);
    }
    return Optional.empty();
  }
}
