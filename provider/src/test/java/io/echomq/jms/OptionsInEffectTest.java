package io.echomq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.echomq.jms.config.Client;
import io.echomq.jms.config.DestinationOptions;
import io.echomq.jms.config.Durability;
import io.echomq.jms.config.Login;
import io.echomq.jms.config.Option;
import io.echomq.jms.config.OptionTable;
import io.echomq.jms.config.Receiving;
import io.echomq.jms.config.Redelivery;
import io.echomq.jms.config.Retention;
import io.echomq.jms.config.Sending;
import io.echomq.jms.config.Timeouts;
import io.echomq.jms.config.Tls;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No option is only accepted: each is read by a part that acts on it. */
class OptionsInEffectTest {
  private static final List<Class<? extends Record>> GROUPS =
      List.of(
          Login.class,
          Tls.class,
          Timeouts.class,
          Client.class,
          Receiving.class,
          Redelivery.class,
          Durability.class,
          Sending.class,
          Retention.class);

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages(RankTable.BASE);

  @Test
  void everyOptionOfAFactoryIsReadByAPartThatActsOnIt() {
    Set<String> unread = new TreeSet<>();
    int components = 0;
    for (Class<? extends Record> group : GROUPS) {
      for (RecordComponent each : group.getRecordComponents()) {
        components++;
        if (!isReadElsewhere(classes.get(group), each.getName())) {
          unread.add(group.getSimpleName() + "." + each.getName());
        }
      }
    }
    assertEquals(Set.of(), unread);
    assertEquals(OptionTable.CONNECTION.options().size(), components, "one for each option");
  }

  @Test
  void everyOptionOfADestinationAloneIsReadByAPartThatActsOnIt() {
    JavaClass destination = classes.get(DestinationOptions.class);
    Set<String> own =
        OptionTable.DESTINATION.options().stream()
            .filter(option -> !OptionTable.CONNECTION.options().contains(option))
            .map(Option::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(own.contains("maxLength"), own.toString());
    own.removeIf(name -> isReadElsewhere(destination, name));
    assertEquals(Set.of(), own);
  }

  /** Neither by the configuration itself nor by the bean properties, which only hand it on. */
  private static boolean isReadElsewhere(JavaClass group, String accessor) {
    return group.getMethods().stream()
        .filter(method -> method.getName().equals(accessor))
        .filter(method -> method.getRawParameterTypes().isEmpty())
        .map(JavaMethod::getAccessesToSelf)
        .flatMap(accesses -> Arrays.stream(accesses.toArray(new Object[0])))
        .map(access -> (com.tngtech.archunit.core.domain.JavaAccess<?>) access)
        .map(access -> access.getOriginOwner())
        .anyMatch(
            origin ->
                !origin.getPackageName().equals(RankTable.BASE + ".config")
                    && !origin.getSimpleName().equals("FactoryOptions"));
  }
}
