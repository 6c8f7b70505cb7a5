package io.echomq.jms;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.echomq.jms.RankTable.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the provider's rooms to the {@link RankTable}. */
@AnalyzeClasses(packages = RankTable.BASE, importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule everyRoomImportsOnlyWhatTheRankTableAllows =
      classes().should(importOnlyWhatTheRankTableAllows()).allowEmptyShould(true);

  @ArchTest
  static final ArchRule theRoomsHaveNoCycle =
      slices().matching(RankTable.BASE + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule jakartaMessagingStaysOutOfTheCore =
      noClasses()
          .that()
          .resideInAnyPackage(
              Stream.of("wire", "selector", "config", "codec", "delivery", "tx", "xa", "valkey")
                  .map(room -> RankTable.BASE + "." + room + "..")
                  .toArray(String[]::new))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.jms..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule jedisStaysInValkey =
      noClasses()
          .that()
          .resideOutsideOfPackage(RankTable.BASE + ".valkey..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("redis.clients..")
          .allowEmptyShould(true);

  @Test
  void theRankTableItselfOnlyPointsDown() {
    for (Room room : RankTable.rooms()) {
      for (String imported : room.mayImport()) {
        boolean pointsDown =
            RankTable.room(imported)
                .map(target -> target.rank() < room.rank())
                .orElse(imported.startsWith("io.echomq."));
        assertTrue(pointsDown, room.name() + " may import " + imported);
      }
    }
  }

  @Test
  void packagesAreNamedAsInTheRankTable() {
    assertEquals(Optional.of(RankTable.ROOT), RankTable.nameOf("io.echomq.jms"));
    assertEquals(Optional.of("valkey"), RankTable.nameOf("io.echomq.jms.valkey.cluster"));
    assertEquals(Optional.of("io.echomq.lua"), RankTable.nameOf("io.echomq.lua.any"));
    assertEquals(Optional.empty(), RankTable.nameOf("java.util"));
  }

  @Test
  void everyPackageOfEveryModuleSaysWhatItOwns() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of("..").toAbsolutePath().normalize())) {
      List<Path> sources =
          modules
              .map(module -> module.resolve("src/main/java"))
              .filter(Files::isDirectory)
              .toList();
      assertFalse(sources.isEmpty());
      for (Path source : sources) {
        assertEquals(List.of(), packagesWithoutInfo(source), "packages without package-info.java");
      }
    }
  }

  private static List<Path> packagesWithoutInfo(Path source) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(Path::getParent)
          .distinct()
          .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
          .toList();
    }
  }

  private static ArchCondition<JavaClass> importOnlyWhatTheRankTableAllows() {
    return new ArchCondition<>("import only what the rank table allows") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        String from = RankTable.nameOf(item.getPackageName()).orElseThrow();
        Optional<Room> room = RankTable.room(from);
        if (room.isEmpty()) {
          events.add(
              SimpleConditionEvent.violated(
                  item, item.getName() + " is in a package that RankTable does not know"));
          return;
        }
        for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
          RankTable.nameOf(dependency.getTargetClass().getPackageName())
              .filter(to -> !to.equals(from) && !room.get().mayImport().contains(to))
              .ifPresent(
                  to ->
                      events.add(SimpleConditionEvent.violated(item, dependency.getDescription())));
        }
      }
    };
  }
}
