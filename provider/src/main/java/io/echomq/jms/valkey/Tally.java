package io.echomq.jms.valkey;

import io.echomq.jms.wire.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Counts up an {@link Outcome}. Threads: for one. */
final class Tally {
  private final List<Outcome.Refusal> told = new ArrayList<>();
  private long changed;
  private long refused;

  void changed(long count) {
    changed += count;
  }

  void refused(String id, String why) {
    refused++;
    if (told.size() < Outcome.MAX_TOLD) {
      told.add(new Outcome.Refusal(id, why));
    }
  }

  Outcome outcome() {
    return new Outcome(changed, refused, told);
  }
}
