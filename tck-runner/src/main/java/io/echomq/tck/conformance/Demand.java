package io.echomq.tck.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A test of one demand of Jakarta Messaging 3.1; it is passed when the demand is met. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@Timeout(value = 180, unit = TimeUnit.SECONDS)
public @interface Demand {
  /** The section, {@code 6.2.10}. */
  String section();

  /** What is demanded, in our own words, as one sentence. */
  String text();
}
