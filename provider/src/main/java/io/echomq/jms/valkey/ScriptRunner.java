package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs scripts by their SHA1 and sees to it that the server has them (wire contract, "Engine"):
 * each is loaded once per server (run id), and again only when somebody flushed the server's
 * scripts.
 *
 * <p>Threads: any; each call on a link of its caller. Loads are done one at a time, so that a herd
 * that meets a new server loads a script once.
 */
final class ScriptRunner {
  private static final String NOSCRIPT = "NOSCRIPT";

  /** A failover goes to and fro between a few servers; older ones are forgotten. */
  private static final int MAX_SERVERS = 8;

  private final Map<String, Map<String, Integer>> loadsByServer = new ConcurrentHashMap<>();
  private final ReentrantLock loading = new ReentrantLock();
  private final LongAdder loads = new LongAdder();

  /** One call: one round trip, three when the server does not have the script. */
  Object call(Link link, ScriptCall call) throws WireException {
    int seen = generation(link, call.script());
    try {
      return link.call(call.command());
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, NOSCRIPT)) {
        throw refused;
      }
      load(link, call.script(), seen);
      return link.call(call.command());
    }
  }

  /**
   * Reads the answer to a call whose command was sent before, its script {@link #ensure}d; makes it
   * again when somebody flushed the script meanwhile.
   */
  Object answer(Link link, ScriptCall call) throws WireException {
    try {
      return link.read();
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, NOSCRIPT)) {
        throw refused;
      }
      reload(link, List.of(call.script()));
      return link.call(call.command());
    }
  }

  /** Sees to it that the server of this link has these scripts; free when that is known. */
  void ensure(Link link, Collection<Script> scripts) throws WireException {
    for (Script script : scripts) {
      if (generation(link, script) == 0) {
        ensure(link, script);
      }
    }
  }

  /** Loads those that the server lacks, whatever was known: it has just said {@code NOSCRIPT}. */
  void reload(Link link, Collection<Script> scripts) throws WireException {
    loading.lock();
    try {
      for (Script script : scripts) {
        List<?> exists = (List<?>) link.call(Command.of("SCRIPT", "EXISTS", script.sha1()));
        if (Replies.toLong(exists.get(0)) == 0) {
          loadLocked(link, script);
        }
      }
    } finally {
      loading.unlock();
    }
  }

  /**
   * Runs commands and scripts as one pipeline, in their order. All scripts are on the server before
   * the first byte is sent. Should somebody flush them midway, those that did not run are loaded
   * and sent again once the pipeline is drained, in their order among themselves. So calls whose
   * order matters even then (sends to one queue) must not share a pipeline, or be one call.
   *
   * @param requests {@link Command}s and {@link ScriptCall}s
   * @return for each, in order: its reply, or the {@link WireException} of its own error
   * @throws WireException the link broke: which of them were applied is not known
   */
  List<Object> pipeline(Link link, List<?> requests) throws WireException {
    List<Script> scripts = new ArrayList<>();
    for (Object request : requests) {
      if (request instanceof ScriptCall call) {
        scripts.add(call.script());
      }
    }
    ensure(link, scripts);
    List<Integer> all = new ArrayList<>(requests.size());
    List<Object> answers = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      all.add(i);
      answers.add(null);
    }
    Map<Script, Integer> seen = generations(link, scripts);
    List<Integer> unknown = round(link, requests, all, answers);
    for (int again = 0; !unknown.isEmpty() && again < 3; again++) {
      for (int i : unknown) {
        Script script = ((ScriptCall) requests.get(i)).script();
        load(link, script, seen.get(script));
      }
      seen = generations(link, scripts);
      unknown = round(link, requests, unknown, answers);
    }
    return answers;
  }

  /** How many {@code SCRIPT LOAD} were sent. */
  long loads() {
    return loads.sum();
  }

  /** Sends those of the requests, fills in their answers, tells which scripts were unknown. */
  private static List<Integer> round(
      Link link, List<?> requests, List<Integer> which, List<Object> answers) throws WireException {
    for (int i : which) {
      Object request = requests.get(i);
      link.write(request instanceof ScriptCall call ? call.command() : (Command) request);
    }
    link.flush();
    List<Integer> unknown = new ArrayList<>();
    for (int i : which) {
      try {
        answers.set(i, link.read());
      } catch (WireException failed) {
        if (link.isDead()) {
          throw failed;
        }
        answers.set(i, failed);
        if (requests.get(i) instanceof ScriptCall && ServerErrors.isReply(failed, NOSCRIPT)) {
          unknown.add(i);
        }
      }
    }
    return unknown;
  }

  private void ensure(Link link, Script script) throws WireException {
    loading.lock();
    try {
      if (generation(link, script) == 0) {
        List<?> exists = (List<?>) link.call(Command.of("SCRIPT", "EXISTS", script.sha1()));
        if (Replies.toLong(exists.get(0)) == 1) {
          onServerOf(link).merge(script.sha1(), 1, Integer::sum);
        } else {
          loadLocked(link, script);
        }
      }
    } finally {
      loading.unlock();
    }
  }

  /** Loads unless another thread has done so since the caller looked. */
  private void load(Link link, Script script, int seen) throws WireException {
    loading.lock();
    try {
      if (generation(link, script) == seen) {
        loadLocked(link, script);
      }
    } finally {
      loading.unlock();
    }
  }

  private void loadLocked(Link link, Script script) throws WireException {
    loads.increment();
    String sha = Replies.toText(link.call(Command.of("SCRIPT", "LOAD", script.source())));
    if (!script.sha1().equals(sha)) {
      throw new WireException(
          WireError.UNFIT_ENGINE,
          link.where()
              + ": the server calls the script "
              + script.name()
              + " "
              + sha
              + ", we call it "
              + script.sha1()
              + "; something between us and the server changes what is sent");
    }
    onServerOf(link).merge(sha, 1, Integer::sum);
  }

  private Map<Script, Integer> generations(Link link, Collection<Script> scripts) {
    Map<Script, Integer> seen = new IdentityHashMap<>();
    scripts.forEach(script -> seen.put(script, generation(link, script)));
    return seen;
  }

  /** How often the script is known to have come to the server; 0: not known to be there. */
  private int generation(Link link, Script script) {
    return onServerOf(link).getOrDefault(script.sha1(), 0);
  }

  private Map<String, Integer> onServerOf(Link link) {
    String runId = link.server().runId();
    Map<String, Integer> known = loadsByServer.get(runId);
    if (known != null) {
      return known;
    }
    if (loadsByServer.size() >= MAX_SERVERS) {
      loadsByServer.clear();
    }
    return loadsByServer.computeIfAbsent(runId, r -> new ConcurrentHashMap<>());
  }
}
