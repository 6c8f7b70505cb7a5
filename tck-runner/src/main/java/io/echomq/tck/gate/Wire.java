package io.echomq.tck.gate;

import io.echomq.jms.config.Endpoint;
import io.echomq.jms.config.Options;
import io.echomq.lua.ScriptCatalog;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ScanParams;

/**
 * One raw connection to the server under judgement, and the queue of the running scenario. For one
 * thread.
 */
final class Wire implements AutoCloseable {
  /** The version that this project speaks. */
  static final String VERSION = "echomq:2.0.0";

  static final String VERSION_KEY = "{emq}:version";

  private static final Pattern TYPES =
      Pattern.compile(
          "pending|active|schedule|dead|wake|meta|metrics:(completed|failed)"
              + "|job:[A-Z]{3}[0-9A-Za-z]{11}"
              + "(:(lock|logs|dependencies|processed|failed|unsuccessful))?"
              + "|de:[A-Za-z0-9._-]{1,255}|ring|paused|glimit|gactive|gweight"
              + "|g:[A-Z]{3}[0-9A-Za-z]{11}:pending|stream:[A-Za-z0-9._-]+|jms:.+");

  private final Jedis jedis;
  private final GateRecord record;
  private final ScriptCatalog catalog = ScriptCatalog.load();
  private final String run = HexFormat.of().formatHex(new SecureRandom().generateSeed(5));
  private int number;
  private int minted;
  private String queue = "";

  private Wire(Jedis jedis, GateRecord record) {
    this.jedis = jedis;
    this.record = record;
  }

  /**
   * Connects, notes which server it is, and passes the fence.
   *
   * @throws GateException when it does not answer or is of another version
   */
  static Wire connect(Options options, GateRecord record) {
    Endpoint endpoint = options.endpoint();
    if (endpoint.kind() != Endpoint.Kind.SINGLE) {
      throw new GateException("the gate judges one server: write valkey://host:port");
    }
    Endpoint.Host host = endpoint.hosts().get(0);
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .ssl(endpoint.tls())
            .autoNegotiateProtocol(false)
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .database(options.login().database())
            .socketTimeoutMillis(30_000);
    String user = options.text("user");
    String password = options.text("password");
    config.user(user).password(password);
    Jedis jedis;
    try {
      jedis = new Jedis(new HostAndPort(host.name(), host.port()), config.build());
    } catch (JedisException down) {
      throw new GateException(endpoint + ": " + down.getMessage(), down);
    }
    Wire wire = new Wire(jedis, record);
    try {
      wire.identify();
      wire.passFence();
      return wire;
    } catch (JedisException down) {
      wire.close();
      throw new GateException(endpoint + ": " + down.getMessage(), down);
    } catch (GateException refused) {
      wire.close();
      throw refused;
    }
  }

  /** By the server's own word: what does not call itself Valkey is not called so here. */
  private void identify() {
    record.note("engine " + engine(jedis.info("server")));
  }

  static String engine(String info) {
    String valkey = field(info, "valkey_version");
    return valkey.isEmpty() ? "redis " + field(info, "redis_version") : "valkey " + valkey;
  }

  private static String field(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private void passFence() {
    String found = jedis.get(VERSION_KEY);
    String how = found == null ? "claimed" : "joined";
    if (found == null) {
      jedis.setnx(VERSION_KEY, VERSION);
      found = jedis.get(VERSION_KEY);
    }
    if (!VERSION.equals(found)) {
      throw new GateException(
          "fence: the server holds "
              + found
              + ", this gate judges "
              + VERSION
              + "; nothing changed");
    }
    record.note("fence " + how + " " + VERSION);
  }

  Jedis jedis() {
    return jedis;
  }

  GateRecord record() {
    return record;
  }

  ScriptCatalog catalog() {
    return catalog;
  }

  void beginQueue() {
    queue = "gate-" + run + "." + ++number;
  }

  /** Deletes everything of the scenario's queue. */
  void endQueue() {
    for (String key : keys()) {
      jedis.del(key);
    }
  }

  String queue() {
    return queue;
  }

  /** The name of one of the queue's keys. */
  String key(String type) {
    return "emq:{" + queue + "}:" + type;
  }

  /** All keys of the queue that exist. */
  Set<String> keys() {
    Set<String> found = new TreeSet<>();
    ScanParams match = new ScanParams().match("emq:{" + queue + "}:*").count(1000);
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      var page = jedis.scan(cursor, match);
      found.addAll(page.getResult());
      cursor = page.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    return found;
  }

  /** Throws when a key of the queue is none that the grammar knows. */
  void checkKeyspace() {
    for (String key : keys()) {
      String type = key.substring(key("").length());
      Scenario.holds(TYPES.matcher(type).matches(), "key " + key + " is not in the grammar");
    }
  }

  /** A fresh id, above all before it. */
  String id(String namespace) {
    minted++;
    return BrandedIds.encode(namespace, BrandedIds.snowflake(serverMillis(), 1023, minted % 4096));
  }

  /** The server's clock. */
  long serverMillis() {
    List<String> time = jedis.time();
    return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
  }

  Map<String, String> row(String id) {
    return jedis.hgetAll(key("job:" + id));
  }

  /** Runs a script of the catalogue on the queue's {@code pending}. */
  Object verb(String name, Object... arguments) {
    return verbOn(key("pending"), name, arguments);
  }

  Object verbOn(String key, String name, Object... arguments) {
    List<String> texts = new ArrayList<>();
    for (Object argument : arguments) {
      texts.add(String.valueOf(argument));
    }
    return jedis.eval(catalog.get(name).source(), List.of(key), texts);
  }

  /** Runs a script that must be refused, and checks how its error begins. */
  void refused(String word, String name, Object... arguments) {
    try {
      Object answer = verb(name, arguments);
      throw new AssertionError(name + " answered " + answer + ", expected an error " + word);
    } catch (JedisException error) {
      Scenario.holds(
          error.getMessage().startsWith(word + " "),
          name + " was refused with '" + error.getMessage() + "', expected " + word);
    }
  }

  @Override
  public void close() {
    jedis.close();
  }
}
