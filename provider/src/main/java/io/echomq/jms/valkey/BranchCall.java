package io.echomq.jms.valkey;

import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One {@code prepare-branch}, with the bodies that are staged before it and what waits for its
 * durability behind it. Threads: one at a time.
 */
final class BranchCall {
  private final SendPort port;
  private final Keys keys;
  private final BranchWork work;
  private final Durability durability;
  private final List<Job> jobs;

  /**
   * @param jobs of the sends, in their order
   */
  BranchCall(SendPort port, Keys keys, BranchWork work, List<Job> jobs, Durability durability) {
    this.port = port;
    this.keys = keys;
    this.work = work;
    this.jobs = new ArrayList<>(jobs);
    this.durability = durability;
  }

  /** The requests of one pipeline; the script's reply is at {@link #scriptAt}. */
  List<Object> requests(Script script) throws WireException {
    Map<String, BranchPart> parts = parts();
    List<Command> commands = new ArrayList<>();
    for (BranchPart part : parts.values()) {
      for (Job job : part.sends) {
        Staging.addTo(commands, part.keys, job, port.rememberMillis());
      }
    }
    List<Object> requests = new ArrayList<>(commands);
    FactKeys facts = keys.facts();
    List<byte[]> names = new ArrayList<>(List.of(facts.branch(work.id()), facts.branches()));
    parts.values().forEach(part -> names.add(part.keys.pending()));
    List<Object> arguments = new ArrayList<>(List.of(work.id().name(), parts.size()));
    parts.values().forEach(part -> part.addTo(arguments));
    requests.add(new ScriptCall(script, names, arguments));
    List<Command> tail = new ArrayList<>();
    DurabilityTail.addTo(tail, durability, facts.own("sync:" + port.name()));
    requests.addAll(tail);
    return requests;
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
    for (int i = 0; i < jobs.size(); i++) {
      if (taken.contains(jobs.get(i).id())) {
        jobs.set(i, port.again(work.sends().get(i)));
      }
    }
  }

  String doing() {
    return "prepare branch " + work.id();
  }

  private Map<String, BranchPart> parts() throws WireException {
    Map<String, BranchPart> parts = new LinkedHashMap<>();
    for (GiveBack ack : work.acks()) {
      part(parts, keys.of(ack.delivery().token().from())).acks.add(ack);
    }
    for (int i = 0; i < jobs.size(); i++) {
      Outgoing message = work.sends().get(i);
      part(parts, keys.of(message.to())).sends.add(jobs.get(i));
    }
    return parts;
  }

  private static BranchPart part(Map<String, BranchPart> parts, QueueKeys queue) {
    return parts.computeIfAbsent(queue.name(), name -> new BranchPart(queue));
  }
}
