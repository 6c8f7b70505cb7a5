package io.echomq.tck.gate;

import java.util.ArrayList;
import java.util.List;

/** All scenarios, in their order, each in an empty queue. */
final class Gate {
  private final Wire wire;
  private final List<Scenario> scenarios = new ArrayList<>();

  /**
   * The gate of one server.
   *
   * @param url for the scenarios that use the provider
   */
  Gate(Wire wire, String url) {
    this.wire = wire;
    scenarios.addAll(IdScenarios.all());
    scenarios.addAll(KeyScenarios.all());
    scenarios.addAll(ScriptScenarios.all());
    scenarios.addAll(VerbScenarios.all());
    scenarios.addAll(OperatorScenarios.all());
    scenarios.addAll(LaneScenarios.all());
    scenarios.addAll(StreamScenarios.all());
    scenarios.addAll(new PolyglotScenarios(url).all());
  }

  void run() {
    for (Scenario scenario : scenarios) {
      wire.beginQueue();
      try {
        scenario.body().run(wire);
        wire.checkKeyspace();
        wire.record().pass(scenario.name());
      } catch (Exception | AssertionError failed) {
        wire.record().fail(scenario.name(), String.valueOf(failed.getMessage()));
      } finally {
        wire.endQueue();
      }
    }
  }
}
