package io.echomq.lua;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every script by its name, read from the class path once.
 *
 * <p>Threads: immutable, safe for use by any.
 */
public final class ScriptCatalog {

  private static final Pattern KEYS =
      Pattern.compile("^-- KEYS \\((\\d+)(\\+?)\\):", Pattern.MULTILINE);

  /** The verbs of the wire contract, as every runtime speaks them. */
  static final List<String> VERBS =
      List.of(
          "enqueue",
          "claim",
          "complete",
          "retry",
          "promote",
          "reap",
          "browse",
          "schedule-job",
          "extend-lock",
          "enqueue-lane",
          "claim-lane",
          "pause-queue",
          "resume-queue",
          "drain-queue",
          "remove-job",
          "reprocess-job",
          "obliterate-queue");

  /** What the provider adds: the same verbs for many jobs at a time, and what is its own. */
  static final List<String> PROVIDER =
      List.of(
          "send-jobs",
          "fetch-jobs",
          "claim-jobs",
          "revoke-fetch",
          "fetch-selected",
          "fetch-lanes",
          "fetch-dead",
          "complete-jobs",
          "release-jobs",
          "extend-jobs",
          "tend-queue",
          "keep-ends",
          "sweep-lanes",
          "list-flights",
          "recount-lane",
          "commit-unit",
          "prepare-branch",
          "commit-branch",
          "rollback-branch",
          "forget-branch",
          "append-records",
          "promote-records",
          "take-records",
          "ack-records",
          "hold-records",
          "return-records",
          "bury-record",
          "reclaim-records",
          "join-subscription",
          "leave-subscription",
          "drop-subscription",
          "move-subscription",
          "renew-consumer",
          "hold-reader",
          "trim-stream",
          "drop-group",
          "drop-topic",
          "browse-page",
          "remove-jobs",
          "redrive-jobs",
          "move-jobs",
          "postpone-jobs",
          "set-priority",
          "tune-lane",
          "hand-back-wake",
          "watch-server",
          "hold-key",
          "hold-client",
          "drop-key",
          "take-node",
          "renew-node",
          "free-node");

  private final Map<String, Script> scripts;

  private ScriptCatalog(Map<String, Script> scripts) {
    this.scripts = Collections.unmodifiableMap(scripts);
  }

  /** Read by the first who asks: to read and assemble all takes tens of milliseconds. */
  private static final class Once {
    private static final ScriptCatalog CATALOG = read();
  }

  /**
   * All scripts, read from the class path by the first call in this JVM.
   *
   * @throws ExceptionInInitializerError when one is missing or malformed; its cause names it
   */
  public static ScriptCatalog load() {
    return Once.CATALOG;
  }

  private static ScriptCatalog read() {
    List<String> names = new ArrayList<>(VERBS);
    names.addAll(PROVIDER);
    ScriptSource sources = new ScriptSource();
    Map<String, Script> scripts = new LinkedHashMap<>();
    for (String name : names) {
      String source = sources.assemble(name);
      Matcher keys = KEYS.matcher(source);
      if (!keys.find()) {
        throw new IllegalStateException("script " + name + " has no header line '-- KEYS (n): …'");
      }
      boolean more = !keys.group(2).isEmpty();
      scripts.put(name, Script.of(name, source, Integer.parseInt(keys.group(1)), more));
    }
    return new ScriptCatalog(scripts);
  }

  /**
   * The script of this name.
   *
   * @throws NoSuchElementException when there is none, naming it
   */
  public Script get(String name) {
    Script script = scripts.get(name);
    if (script == null) {
      throw new NoSuchElementException(
          "no script '" + name + "' in the catalogue; it holds " + scripts.keySet());
    }
    return script;
  }

  /** All of them, the verbs of the wire contract first. */
  public Collection<Script> all() {
    return scripts.values();
  }
}
