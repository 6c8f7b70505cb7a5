package io.echomq.tck.conformance;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * What was found of one demand.
 *
 * @param section the section, {@code 6.2.10}
 * @param text what is demanded
 * @param test {@code Class.method}
 * @param failure why it is not met; empty when it is
 */
public record Finding(String section, String text, String test, Optional<Throwable> failure)
    implements Comparable<Finding> {
  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::place).thenComparing(Finding::test);

  /** A section's numbers in a form whose order is that of the table of contents. */
  private String place() {
    StringBuilder place = new StringBuilder();
    Arrays.stream(section.split("\\.")).forEach(n -> place.append("%3s".formatted(n)));
    return place.toString();
  }

  @Override
  public int compareTo(Finding other) {
    return ORDER.compare(this, other);
  }
}
