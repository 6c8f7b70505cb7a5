package io.echomq.jms.config;

/**
 * A configuration that cannot be used. The message names the option, the offending value (never a
 * secret one) and what to write instead.
 */
public final class ConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** What stands in for a secret in every message and every {@code toString}. */
  static final String MASK = "***";

  private final String option;
  private final String value;
  private final String remedy;

  ConfigException(String option, String value, String remedy) {
    super("Option '" + option + "' cannot be '" + value + "': " + remedy);
    this.option = option;
    this.value = value;
    this.remedy = remedy;
  }

  private ConfigException(String option, String text) {
    super(text);
    this.option = option;
    this.value = "set";
    this.remedy = text;
  }

  /** There is no option of that name. */
  static ConfigException unknown(String option, String kind, String nearest) {
    return new ConfigException(option, "There is no " + kind + " '" + option + "'" + nearest);
  }

  /** The name of the option, or {@code uri} when the address itself is at fault. */
  public String option() {
    return option;
  }

  /** The refused value; {@code ***} for passwords. */
  public String value() {
    return value;
  }

  /** What is accepted instead, as a sentence. */
  public String remedy() {
    return remedy;
  }
}
