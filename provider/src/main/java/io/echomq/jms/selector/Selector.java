package io.echomq.jms.selector;

import java.util.Optional;

/**
 * A message selector (Jakarta Messaging 3.1, §3.8), parsed and type-checked. Immutable; equal when
 * the texts are.
 */
public final class Selector {
  private final String text;
  private final Expression expression;
  private final String program;

  private Selector(String text, Expression expression) {
    this.text = text;
    this.expression = expression;
    this.program = SelectorProgram.of(expression);
  }

  /**
   * Reads a selector.
   *
   * @param text null, empty or blank for none
   * @return empty when there is no selector, so that every message is meant
   * @throws SelectorSyntaxException naming the place, what stands there and what was expected
   */
  public static Optional<Selector> parse(String text) {
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    return Optional.of(new Selector(text, Parser.parse(text)));
  }

  /** As the application wrote it. */
  public String text() {
    return text;
  }

  /** The same decision as data for the evaluator in the server: see {@link SelectorProgram}. */
  public String program() {
    return program;
  }

  /** Whether the message is selected: only a condition that is true selects. */
  public boolean matches(PropertySource source) {
    return evaluate(source) == Truth.TRUE;
  }

  /** The condition's value, unknown told from false. */
  public Truth evaluate(PropertySource source) {
    return Truth.of(expression.evaluate(source));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Selector that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
