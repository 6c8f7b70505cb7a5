package io.echomq.jms.examples.benchmark;

import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import jakarta.jms.JMSException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;

/**
 * What the server can do with the send script when the client costs next to nothing: {@code
 * valkey-benchmark} (else {@code redis-benchmark}) of the PATH, 8 clients, pipelines of 32, one
 * message a call. Threads: one.
 */
final class ServerLimit {
  private static final int CLIENTS = 8;
  private static final int PIPELINE = 32;

  /** Calls for each millisecond of the round; servers take about 100. */
  private static final int CALLS_A_MILLI = 60;

  /** The tool counts no further; of 120,000 random ids some three are there already. */
  private static final String RANDOM_BELOW = "2000000000";

  /** The tool fills in 12 digits, an id has 11. */
  private static final String CUT = "ARGV[4] = 'JOB' .. string.sub(ARGV[4], 5)\n";

  private ServerLimit() {}

  /** The tool, when the PATH has it. */
  static Optional<Path> tool() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String name : List.of("valkey-benchmark", "redis-benchmark")) {
      for (String folder : path.split(File.pathSeparator)) {
        Path file = Path.of(folder, name);
        if (!folder.isEmpty() && Files.isExecutable(file)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  static Sample measure(Site site) throws JMSException, InterruptedException {
    Path tool =
        tool()
            .orElseThrow(
                () -> new JMSException("there is no valkey-benchmark in the PATH: install it"));
    Script send = ScriptCatalog.load().get("send-jobs");
    String base = "emq:{" + site.name() + "}:";
    long calls = Math.max(2_000, CALLS_A_MILLI * site.millis());
    try (Jedis jedis = RawRows.connect(site)) {
      String sha = jedis.scriptLoad(CUT + send.source());
      // A user of its own, since its password is on a command line.
      String user = "limit-" + UUID.randomUUID();
      jedis.aclSetUser(user, "on", ">" + user, "~" + base + "*", "+@all");
      try {
        List<String> command =
            List.of(
                tool.toString(),
                "-p",
                Integer.toString(jedis.getConnection().getHostAndPort().getPort()),
                "--dbnum",
                database(site),
                "--user",
                user,
                "-a",
                user,
                "-c",
                Integer.toString(CLIENTS),
                "-P",
                Integer.toString(PIPELINE),
                "-n",
                Long.toString(calls),
                "-r",
                RANDOM_BELOW,
                "--csv",
                "EVALSHA",
                sha,
                "1",
                base + "pending",
                "",
                "1",
                "60000",
                "JOB__rand_int__",
                RawRows.PAYLOAD);
        double rate = rate(command);
        long stored = jedis.zcard(base + "pending");
        if (stored < calls * 0.99) {
          throw new JMSException("of " + calls + " messages only " + stored + " were stored");
        }
        return Sample.of(stored, (long) (stored / rate * 1e9));
      } finally {
        jedis.aclDelUser(user);
        for (String id : jedis.zrange(base + "pending", 0, -1)) {
          jedis.unlink(base + "job:" + id);
        }
        jedis.unlink(base + "pending", base + "wake");
      }
    }
  }

  private static String database(Site site) {
    String path = Optional.ofNullable(URI.create(site.url()).getPath()).orElse("");
    return path.length() > 1 ? path.substring(1) : "0";
  }

  /** Calls a second: the seventh field from the end of the last line. */
  private static double rate(List<String> command) throws InterruptedException {
    try {
      Path answers = Files.createTempFile("limit", ".csv");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(answers.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(answers, StandardCharsets.ISO_8859_1);
        String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        String[] fields = last.replace("\"", "").split(",");
        return Double.parseDouble(fields[Math.max(0, fields.length - 7)]);
      } catch (NumberFormatException e) {
        throw new IllegalStateException("no figure from " + command.get(0), e);
      } finally {
        Files.deleteIfExists(answers);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no answer of " + command.get(0), e);
    }
  }
}
