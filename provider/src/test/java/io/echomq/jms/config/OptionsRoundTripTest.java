package io.echomq.jms.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every option, found by reflection, goes URI → Options → URI without loss. */
class OptionsRoundTripTest {
  private static final List<Class<?>> GROUPS =
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

  @Test
  void everyDeclaredOptionIsInTheTable() throws IllegalAccessException {
    Set<Option<?>> declared = declaredIn(GROUPS);
    assertEquals(declared, new HashSet<>(OptionTable.CONNECTION.options()));
    for (Option<?> own : declaredIn(List.of(DestinationOptions.class))) {
      assertTrue(OptionTable.DESTINATION.options().contains(own), own.name());
    }
  }

  @TestFactory
  Stream<DynamicTest> connectionOptionSurvivesTheUri() {
    return OptionTable.CONNECTION.options().stream()
        .map(option -> DynamicTest.dynamicTest(option.name(), () -> roundTrip(option)));
  }

  @TestFactory
  Stream<DynamicTest> destinationOptionSurvivesItsText() {
    return OptionTable.DESTINATION.options().stream()
        .map(
            option ->
                DynamicTest.dynamicTest(
                    option.name(),
                    () -> {
                      String other = other(option);
                      var options =
                          new DestinationOptions("orders", OptionValues.NONE)
                              .with(option.name(), other);
                      assertEquals(options, DestinationOptions.parse(options.toString()));
                      assertTrue(options.toString().contains(option.name() + "="));
                    }));
  }

  private static void roundTrip(Option<?> option) {
    Options start = Options.defaults().withEndpoint(Options.parse("valkeys://h:1").endpoint());
    if (option.name().startsWith("sentinel")) {
      start = Options.parse("valkey+sentinel://h:1/mymaster");
    }
    String other = other(option);
    Options set = start.with(option.name(), other);
    assertFalse(set.get(option).equals(option.defaultValue()), "the test must change the default");
    Options read = Options.parse(set.toUri());
    assertEquals(set, read);
    assertEquals(set.toUri(), read.toUri());
    assertEquals(other, read.values().text(option).orElseThrow());
    assertEquals(start, set.with(option.name(), null), "null sets it back");
    if (option.secret()) {
      assertFalse(set.toString().contains(Percent.encode(other)), set.toString());
      assertFalse(set.values().toString().contains(other), set.values().toString());
    }
  }

  /** A text that the option accepts and that is not its default, in canonical form. */
  static String other(Option<?> option) {
    Object value = option.defaultValue();
    if (value instanceof Duration duration) {
      return Durations.format(duration.plusMillis(duration.toMillis() < 60_000 ? 20 : 60_000));
    } else if (value instanceof Boolean on) {
      return option.defaultText().equals("off") ? "on" : String.valueOf(!on);
    } else if (value instanceof Integer number) {
      return String.valueOf(number + 1);
    } else if (value instanceof Long number) {
      return option.type().label().startsWith("size") ? "3KB" : String.valueOf(number + 1);
    } else if (value instanceof Double number) {
      return String.valueOf(number + 0.5);
    } else if (value instanceof Enum<?> constant) {
      Enum<?>[] all = constant.getDeclaringClass().getEnumConstants();
      return all[(constant.ordinal() + 1) % all.length].name().toLowerCase().replace('_', '-');
    } else if (value instanceof StartPosition) {
      return "2026-11-01T00:00:00Z";
    } else if (value instanceof List<?>) {
      return option == Client.PROTOCOL_VERSIONS ? "echomq:2.0.0,echomq:2.4.2" : "org.a,org.b";
    }
    boolean plain = option.name().endsWith("Queue") || option == Login.CLIENT_NAME;
    return plain ? "dead.Letters-1" : "a b/ü?&=@:#%+,'\"";
  }

  private static Set<Option<?>> declaredIn(List<Class<?>> types) throws IllegalAccessException {
    Set<Option<?>> options = new HashSet<>();
    for (Class<?> type : types) {
      for (Field field : type.getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == Option.class) {
          options.add((Option<?>) field.get(null));
        }
      }
    }
    return options;
  }
}
