package io.echomq.tck.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EngineNameTest {
  @Test
  void aServerIsCalledWhatItCallsItself() {
    String valkey =
        "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n";
    assertEquals("valkey 8.0.1", Wire.engine(valkey));
    assertEquals("redis 6.2.6", Wire.engine("# Server\r\nredis_version:6.2.6\r\n"));
  }
}
