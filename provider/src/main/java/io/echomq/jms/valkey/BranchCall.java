package io.echomq.jms.valkey;

import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.args.Rawable;

/**
 * One {@code prepare-branch}, with the bodies that are staged before it and what waits for its
 * durability behind it. Threads: one at a time.
 */
final class BranchCall {
  /** What the script calls the way to the morgue. */
  private static final long DEAD = -1;

  private final SendPort port;
  private final Keys keys;
  private final BranchWork work;
  private final UnitContent content;
  private final Durability durability;
  private final Map<LeaseToken, Long> ways = new HashMap<>();

  BranchCall(SendPort port, Keys keys, BranchWork work, JobSender.Checked checked) {
    this.port = port;
    this.keys = keys;
    this.work = work;
    this.content = checked.content();
    this.durability = checked.durability();
    for (GiveBack back : work.acks()) {
      boolean dead = back.verdict() == GiveBack.Verdict.DEAD;
      ways.put(back.delivery().token(), dead ? DEAD : back.delayMillis());
    }
  }

  /** The requests of one pipeline; the script's reply is at {@link #scriptAt}. */
  List<Object> requests(Script script) throws WireException {
    List<Command> staging = new ArrayList<>();
    content.stage(staging);
    List<Object> requests = new ArrayList<>(staging);
    FactKeys facts = keys.facts();
    List<byte[]> names = new ArrayList<>(List.of(facts.branch(work.id()), facts.branches()));
    Command named = Command.of("EVALSHA");
    content.addKeys(named);
    names.addAll(raw(named));
    Command arguments = Command.of("EVALSHA", work.id().name());
    content.addArguments(arguments, ways::get);
    requests.add(new ScriptCall(script, names, raw(arguments)));
    List<Command> tail = new ArrayList<>();
    DurabilityTail.addTo(tail, durability, facts.own("sync:" + port.name()));
    requests.addAll(tail);
    return requests;
  }

  /** What stands behind the verb. */
  private static List<byte[]> raw(Command command) {
    List<byte[]> raw = new ArrayList<>();
    Iterator<Rawable> each = command.arguments().iterator();
    each.next();
    each.forEachRemaining(argument -> raw.add(argument.getRaw()));
    return raw;
  }

  /** The place of the script's reply among these. */
  int scriptAt(List<Object> requests) {
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i) instanceof ScriptCall) {
        return i;
      }
    }
    throw new IllegalStateException("a prepare without its script");
  }

  /** Stores the sends whose ids are taken under others (hard cases, 2). */
  void mintAnew(Set<String> taken) throws WireException {
    content.mintAnew(taken);
  }

  /** The server has it: who held the records holds them no more. */
  void prepared() {
    content.settled();
  }

  Durability durability() {
    return durability;
  }

  String doing() {
    return "prepare branch " + work.id();
  }
}
