package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static final WireException FIRST =
      new WireException(WireError.FOREIGN_VERSION, "the first reason");

  private final Failure failure = new Failure();
  private final List<String> told = new ArrayList<>();

  @Test
  void whoMadeTheCallsHearsLastAlsoWhenItListensFirst() {
    failure.listenLast(why -> told.add("calls"));
    failure.listen(why -> told.add("connection, failed: " + failure.hasFailed()));
    failure.fail(FIRST);
    assertEquals(List.of("connection, failed: true", "calls"), told);
  }

  @Test
  void onlyTheFirstReasonCountsAndIsToldOnce() {
    failure.listen(why -> told.add(why.getMessage()));
    failure.fail(FIRST);
    failure.fail(new WireException(WireError.CLOSED, "another"));
    assertEquals(List.of("the first reason"), told);
    assertEquals(
        "the first reason", assertThrows(WireException.class, failure::check).getMessage());
  }

  @Test
  void whoListensTooLateIsToldAtOnce() {
    failure.fail(FIRST);
    failure.listen(why -> told.add("late"));
    failure.listenLast(why -> told.add("late calls"));
    assertEquals(List.of("late", "late calls"), told);
    assertTrue(failure.hasFailed());
  }
}
