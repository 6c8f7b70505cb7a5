package io.echomq.jms.config;

import java.util.Objects;

/**
 * One configurable setting: a row of the option table.
 *
 * @param <T> the type of its value
 * @param name the name in URIs, in documentation and as a bean property
 * @param type how a value is read, checked and written
 * @param defaultValue the value when nothing is said; never null
 * @param secret true for passwords, which are masked wherever they could be seen
 * @param doc one sentence for the documentation table, units included
 */
public record Option<T>(
    String name, OptionType<T> type, T defaultValue, boolean secret, String doc) {

  /** Checks that no part is missing. */
  public Option {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(defaultValue, "defaultValue");
    Objects.requireNonNull(doc, "doc");
  }

  /** An option that may be shown; the default is given as it would be written in a URI. */
  static <T> Option<T> of(String name, OptionType<T> type, String defaultText, String doc) {
    return new Option<>(name, type, type.parse(defaultText), false, doc);
  }

  /** A password: never shown, none by default. */
  static Option<String> secret(String name, String doc) {
    return new Option<>(name, OptionType.TEXT, "", true, doc);
  }

  /**
   * Reads a decoded text.
   *
   * @throws ConfigException naming this option and what it accepts
   */
  public T parse(String text) {
    try {
      return type.parse(text.strip().isEmpty() || secret ? text : text.strip());
    } catch (IllegalArgumentException refused) {
      throw refuse(text, type.label() + " expected" + detail(refused));
    }
  }

  /** The default as it would be written in a URI; empty for none. */
  public String defaultText() {
    return type.format(defaultValue);
  }

  ConfigException refuse(Object value, String remedy) {
    return new ConfigException(name, secret ? ConfigException.MASK : String.valueOf(value), remedy);
  }

  private static String detail(IllegalArgumentException refused) {
    boolean ours = refused.getClass() == IllegalArgumentException.class;
    return ours && refused.getMessage() != null ? ": " + refused.getMessage() : "";
  }
}
