package io.echomq.jms.wire;

import java.util.Objects;
import java.util.function.Predicate;

/**
 * A message selector, ready for both places where it is decided.
 *
 * @param text as the application wrote it
 * @param program the expression as data for the server's evaluator
 * @param check the same decision in this JVM, for what the server leaves undecided
 */
public record Filter(String text, String program, Predicate<MessageData> check) {
  public Filter {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(program, "program");
    Objects.requireNonNull(check, "check");
  }

  /** Equal texts are equal filters; the predicate has no identity of its own. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Filter filter && filter.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
