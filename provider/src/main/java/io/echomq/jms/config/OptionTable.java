package io.echomq.jms.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options that may stand in one place, by name, in the order of the documentation. An unknown
 * name is refused with the nearest known one.
 */
public final class OptionTable {
  /** Options of a connection factory, its URI and its bean properties. */
  public static final OptionTable CONNECTION =
      of(
          "connection option",
          "it goes behind a destination's name: orders?%s=…",
          Login.OPTIONS,
          Tls.OPTIONS,
          Timeouts.OPTIONS,
          Client.OPTIONS,
          Receiving.OPTIONS,
          Redelivery.OPTIONS,
          Durability.OPTIONS,
          Sending.OPTIONS,
          Retention.OPTIONS);

  /** Options after the {@code ?} of a destination's name. */
  public static final OptionTable DESTINATION =
      of(
          "destination option",
          "it belongs to the factory: set it in the connection's URI, or as a bean property",
          DestinationOptions.OPTIONS);

  private final String kind;
  private final String strangersPlace;
  private final Map<String, Option<?>> byName;

  private OptionTable(String kind, String strangersPlace, Map<String, Option<?>> byName) {
    this.kind = kind;
    this.strangersPlace = strangersPlace;
    this.byName = Collections.unmodifiableMap(byName);
  }

  /** Every option, in the order of the documentation. */
  public Collection<Option<?>> options() {
    return byName.values();
  }

  /**
   * The option of that name.
   *
   * @throws ConfigException naming the unknown option, and the nearest known one or the place where
   *     this one may stand
   */
  public Option<?> named(String name) {
    Option<?> option = byName.get(name);
    if (option == null) {
      throw ConfigException.unknown(name, kind, remedy(name));
    }
    return option;
  }

  private String remedy(String name) {
    OptionTable other = this == CONNECTION ? DESTINATION : CONNECTION;
    if (other.byName.containsKey(name)) {
      return "; " + strangersPlace.formatted(name);
    }
    String here = NearestName.of(name, byName.keySet(), "; did you mean '%s'?");
    return here.isEmpty()
        ? NearestName.of(
            name, other.byName.keySet(), "; did you mean '%1$s'? Then " + strangersPlace)
        : here;
  }

  /** Reads {@code a=b&c=d}; an option given twice is refused. */
  OptionValues parseQuery(String query, OptionValues start) {
    OptionValues values = start;
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw new ConfigException(
            equals < 0 ? pair : "", "", "options are written name=value, separated by '&'");
      }
      Option<?> option = named(Percent.decode(pair.substring(0, equals)));
      String text = Percent.decode(pair.substring(equals + 1));
      if (values.has(option)) {
        throw option.refuse(text, "it is given twice; keep one");
      }
      values = values.put(option, text);
    }
    return values;
  }

  /** Writes what is set and belongs to this table, in the order of the table. */
  String formatQuery(OptionValues values, Collection<Option<?>> except, boolean mask) {
    StringBuilder query = new StringBuilder();
    for (Option<?> option : byName.values()) {
      if (values.has(option) && !except.contains(option)) {
        String text = values.text(option).orElse("");
        query.append(query.length() == 0 ? '?' : '&').append(option.name()).append('=');
        query.append(mask && option.secret() ? ConfigException.MASK : Percent.encode(text));
      }
    }
    return query.toString();
  }

  @SafeVarargs
  private static OptionTable of(String kind, String strangersPlace, List<Option<?>>... groups) {
    List<Option<?>> all = new ArrayList<>();
    for (List<Option<?>> group : groups) {
      all.addAll(group);
    }
    Map<String, Option<?>> byName = new LinkedHashMap<>();
    for (Option<?> option : all) {
      if (byName.put(option.name(), option) != null) {
        throw new IllegalStateException("two options named " + option.name());
      }
    }
    return new OptionTable(kind, strangersPlace, byName);
  }
}
