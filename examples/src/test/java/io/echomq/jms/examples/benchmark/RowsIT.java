package io.echomq.jms.examples.benchmark;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row, very small: that it runs, not how fast. */
@WithServer
@Timeout(180)
class RowsIT {
  private static Stream<String> rows() {
    return Rows.ALL.stream()
        .map(Row::name)
        // Long by nature, and the same workload as depth-1k.
        .filter(name -> !name.equals("depth-1m"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyRowHasAFigure(String name, TestServer server) throws Exception {
    assumeTrue(!name.equals("raw-limit") || ServerLimit.tool().isPresent(), "no tool in the PATH");
    Row row = Rows.named(java.util.List.of(name)).get(0);
    String factory = "io.echomq.jms.EchoMQConnectionFactory";
    Sample sample = row.workload().run(new Site(factory, server.uri(), 100, 1_000, name));
    assertTrue(sample.operations() > 0, "operations");
    assertTrue(sample.perSecond() > 0, "rate");
  }
}
