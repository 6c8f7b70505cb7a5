package io.echomq.jms.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Endpoint.Host;
import io.echomq.jms.config.Endpoint.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionUriTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "valkey://localhost:6379 | valkey://localhost:6379",
        "valkey:// | valkey://localhost:6379",
        "valkey://:7000 | valkey://localhost:7000",
        "VALKEY://h/ | valkey://h:6379",
        "redis://h:1/3 | valkey://h:1/3",
        "rediss://u@h | valkeys://u@h:6379",
        "valkey://:p%40ss@h | valkey://:p%40ss@h:6379",
        "valkey://u:p:q@r@h | valkey://u:p%3Aq%40r@h:6379",
        "valkey://[::1] | valkey://[::1]:6379",
        "valkeys://[2001:db8::7]:8000/1 | valkeys://[2001:db8::7]:8000/1",
        "valkey+sentinel://a,b:2/main | valkey+sentinel://a:26379,b:2/main",
        "redis+sentinel://u:p@a/main/4 | valkey+sentinel://u:p@a:26379/main/4",
        "rediss+cluster://a,b,[::1]:3 | valkeys+cluster://a:6379,b:6379,[::1]:3",
        "embedded: | embedded:",
        "embedded:shop?lease=1s | embedded:shop?lease=1s",
        "valkey://h?user=u&password=p&db=2 | valkey://u:p@h:6379/2",
        "valkey://h?clientId=a+b%20c | valkey://h:6379?clientId=a+b%20c",
      })
  void uriHasOneCanonicalForm(String given, String canonical) {
    Options options = Options.parse(given);
    assertEquals(canonical, options.toUri());
    assertEquals(options, Options.parse(canonical));
  }

  @Test
  void partsAreRead() {
    Options options = Options.parse("valkeys+sentinel://us%C3%A9r:a%2Fb@h1,h2:7/main/5");
    assertEquals(
        new Endpoint(
            Kind.SENTINEL, true, List.of(new Host("h1", 26379), new Host("h2", 7)), "main"),
        options.endpoint());
    assertEquals("usér", options.login().user());
    assertEquals("a/b", options.login().password());
    assertEquals(5, options.login().database());
    assertEquals(Options.parse("valkey://localhost:6379"), Options.parse(null));
    assertEquals(Options.defaults(), Options.parse("  "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:6379",
        "http://h",
        "valkey+ring://h",
        "valkey:h",
        "valkey://h:0",
        "valkey://h:65536",
        "valkey://h:port",
        "valkey://a,b",
        "valkey://[::1",
        "valkey://a b",
        "valkey://h/x",
        "valkey://h/1/2",
        "valkey+sentinel://h",
        "valkey+sentinel://h/",
        "valkey+cluster://a,,b",
        "valkey://h#x",
        "valkey://u:%zz@h",
        "valkey://u:%ff@h",
        "valkey://u:%4@h",
        "embedded://x",
        "embedded:a/b",
      })
  void brokenUriIsRefused(String uri) {
    assertThrows(ConfigException.class, () -> Options.parse(uri));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "valkey://u:top/secret@h",
        "valkey://u:top?secret@h",
        "valkey://u:top?secret=x@h",
        "valkey://u:secret#x@h",
        "valkey://u:secret%zz@h",
        "valkey://u:secret@h?lease=1",
        "valkey://u:secret@h:x",
        "valkey://h?password=secret&password=secret",
        "valkeys://h?trustStorePassword=secret%zz",
        "embedded:?password=secret",
      })
  void refusalNeverShowsAPassword(String uri) {
    var error = assertThrows(ConfigException.class, () -> Options.parse(uri));
    assertFalse(error.getMessage().contains("secret"), error.getMessage());
  }

  @Test
  void toStringMasksEveryPassword() {
    Options options =
        Options.parse("valkeys://u:secret1@h?trustStorePassword=secret2&keyStorePassword=secret3");
    assertEquals(
        "valkeys://u:***@h:6379?trustStorePassword=***&keyStorePassword=***", options.toString());
    String parts = options.login() + " " + options.tls() + " " + options.values();
    assertFalse(parts.contains("secret"), parts);
    assertTrue(options.toUri().contains("secret1"));
  }

  @Test
  void loginCanBeReplaced() {
    Options options = Options.parse("valkey://a:b@h").withLogin("c", "d");
    assertEquals("valkey://c:d@h:6379", options.toUri());
    assertEquals("valkey://h:6379", options.withLogin(null, null).toUri());
  }
}
