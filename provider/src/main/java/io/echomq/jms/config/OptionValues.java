package io.echomq.jms.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was set explicitly; everything else has its default. Immutable, equal by content. What is
 * set stays set although it equals the default, so that a stored address keeps its meaning.
 */
public final class OptionValues {
  static final OptionValues NONE = new OptionValues(Map.of());

  private final Map<Option<?>, Object> set;

  private OptionValues(Map<Option<?>, Object> set) {
    this.set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
  }

  /** The value in force: what was set, else the default. */
  public <T> T get(Option<T> option) {
    return find(option).orElse(option.defaultValue());
  }

  /** What was set explicitly. */
  @SuppressWarnings("unchecked") // only put(option, text) fills the map, with the option's own type
  public <T> Optional<T> find(Option<T> option) {
    return Optional.ofNullable((T) set.get(option));
  }

  boolean has(Option<?> option) {
    return set.containsKey(option);
  }

  /** A copy with one option set from its text. */
  OptionValues put(Option<?> option, String text) {
    Map<Option<?>, Object> copy = new LinkedHashMap<>(set);
    copy.put(option, option.parse(text));
    return new OptionValues(copy);
  }

  /** A copy with one option back at its default. */
  OptionValues without(Option<?> option) {
    Map<Option<?>, Object> copy = new LinkedHashMap<>(set);
    copy.remove(option);
    return new OptionValues(copy);
  }

  /** A copy in which everything set in {@code over} wins. */
  OptionValues overriddenBy(OptionValues over) {
    Map<Option<?>, Object> copy = new LinkedHashMap<>(set);
    copy.putAll(over.set);
    return new OptionValues(copy);
  }

  /** The canonical text of an option that is set; empty when it is not. */
  <T> Optional<String> text(Option<T> option) {
    return find(option).map(option.type()::format);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OptionValues that && set.equals(that.set);
  }

  @Override
  public int hashCode() {
    return Objects.hash(set);
  }

  /** Secrets are masked. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (Option<?> option : set.keySet()) {
      text.append(text.length() == 1 ? "" : ", ").append(option.name()).append('=');
      text.append(option.secret() ? ConfigException.MASK : text(option).orElse(""));
    }
    return text.append('}').toString();
  }
}
