package io.echomq.jms.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommonHeadersTest {
  private static final String START = "\n{\"id\":{\"?\":\"\"},\"ts\":{\"?\":\"\"}";

  @Test
  void equalLinesAreOneAndWhatNoSelectorAsksForIsLeftOut() {
    String line = "{\"jms\":1,\"m\":\"t\",\"to\":\"q:x\",\"t\":\"kind\",\"ex\":17,\"p\":{\"a\":1}}";
    assertEquals(START + ",\"t\":\"kind\",\"p\":{\"a\":1}}", of(line, line, line));
  }

  @Test
  void eachOfAFewUnlikeLinesIsTold() {
    assertEquals(
        START + ",\"p\":{\"a\":\"x\"}}" + START + ",\"p\":{\"a\":\"y\",\"b\":{\"l\":\"5\"}}}",
        of(
            "{\"jms\":1,\"m\":\"n\",\"p\":{\"a\":\"x\"}}",
            "{\"jms\":1,\"m\":\"n\",\"p\":{\"a\":\"y\",\"b\":{\"l\":\"5\"}}}",
            "{\"jms\":1,\"m\":\"n\",\"p\":{\"a\":\"x\"}}"));
  }

  @Test
  void whatIsAnotherInEachIsToldAsUnknown() {
    List<String> lines =
        IntStream.range(0, 100)
            .mapToObj(
                n ->
                    "{\"jms\":1,\"m\":\"n\",\"c\":\"c%d\",\"ex\":%d,\"p\":{\"kind\":\"k\",\"no\":%d}}"
                        .formatted(n, n, n))
            .toList();
    assertEquals(
        START + ",\"c\":{\"?\":\"\"},\"p\":{\"kind\":\"k\",\"no\":{\"?\":\"\"}}}",
        of(lines.toArray(String[]::new)));
  }

  @Test
  void aMessageWithoutWhatVariesMayBeAnyToo() {
    List<String> lines = new ArrayList<>(List.of("{\"jms\":1,\"m\":\"n\"}"));
    IntStream.range(0, 9)
        .forEach(n -> lines.add("{\"jms\":1,\"m\":\"n\",\"p\":{\"no\":" + n + "}}"));
    assertEquals(START + ",\"p\":{\"no\":{\"?\":\"\"}}}", of(lines.toArray(String[]::new)));
  }

  @Test
  void tooManyUnlikeLinesAreNotTold() {
    String[] lines =
        IntStream.range(0, 64)
            .mapToObj(
                n ->
                    "{\"jms\":1,\"m\":\"n\",\"p\":{\"a\":%d,\"b\":%d,\"c\":%d}}"
                        .formatted(n % 4, n / 4 % 4, n / 16))
            .toArray(String[]::new);
    assertEquals("", of(lines));
  }

  @Test
  void norAreLongOnes() {
    assertEquals("", of("{\"jms\":1,\"m\":\"n\",\"c\":\"" + "x".repeat(1100) + "\"}"));
  }

  @Test
  void whatAnotherRuntimeWroteHasNoHeaders() {
    assertEquals(START + "}", CommonHeaders.of(List.of(bytes("hello"), bytes("{\"jms\":2,x"))));
  }

  @Test
  void ofALineThatCannotBeReadNothingIsTold() {
    for (String broken :
        List.of(
            "{\"jms\":1,oops}",
            "{\"jms\":1,\"p\":7}",
            "{\"jms\":1,\"c\":\"x\"} and more",
            "{\"jms\":1,\"c\":\"x\"")) {
      assertEquals("", of("{\"jms\":1,\"m\":\"n\"}", broken), broken);
    }
    assertEquals("", CommonHeaders.of(List.of(bytes("{\"jms\":1,\"m\":\"n\"}"))), "no end");
  }

  @Test
  void theLastOfAKeyThatOccursTwiceCounts() {
    assertEquals(
        START + ",\"t\":\"2\",\"p\":{\"b\":1}}",
        of("{\"jms\":1,\"t\":\"1\",\"p\":{\"a\":1},\"t\":\"2\",\"p\":{\"b\":0,\"b\":1}}"));
  }

  @Test
  void namesAndTextsStayAsTheyWereWritten() {
    assertEquals(
        START + ",\"p\":{\"größe\":\"é\\u0041\"}}",
        of("{\"jms\":1,\"p\":{\"größe\":\"é\\u0041\"}}"));
  }

  private static String of(String... lines) {
    return CommonHeaders.of(Stream.of(lines).map(line -> bytes(line + "\nbody")).toList());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
