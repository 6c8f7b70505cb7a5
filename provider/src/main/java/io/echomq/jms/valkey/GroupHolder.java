package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The records that a consumer of a group holds. Whoever owns a pending entry is asked in the
 * scripts, since nothing else fences it (hard cases, 23).
 *
 * <p>Threads: any.
 */
final class GroupHolder implements Holder {
  private static final int BATCH = 500;

  private final TopicPort port;
  private final GroupPart part;
  private final GroupWire wire;
  private final String subscription;
  private final Set<String> held = ConcurrentHashMap.newKeySet();

  /** True once its consumer is closed: then what is given back is for others. */
  private volatile boolean closed;

  /** True when something was given back that a look at the parked records may find. */
  private volatile boolean returned = true;

  /**
   * @param subscription as dead letters name it
   */
  GroupHolder(TopicPort port, GroupPart part, GroupWire wire, String subscription) {
    this.port = port;
    this.part = part;
    this.wire = wire;
    this.subscription = subscription;
  }

  @Override
  public Optional<GroupPart> part() {
    return Optional.of(part);
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  void consumerClosed() {
    closed = true;
  }

  void holds(String position) {
    held.add(position);
  }

  @Override
  public void settled(List<LeaseToken> tokens) {
    tokens.forEach(token -> held.remove(token.id()));
  }

  /** Something may have been given back, here or elsewhere. */
  void somethingReturned() {
    returned = true;
  }

  /** Whether something was given back that nobody has looked for yet. */
  boolean hasReturned() {
    return returned;
  }

  /** Whether to look at what was given back; asked once. */
  boolean takeReturned() {
    boolean was = returned;
    returned = false;
    return was;
  }

  @Override
  public List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    List<LeaseToken> lost = new ArrayList<>();
    for (List<GiveBack> batch : Parts.of(messages, BATCH)) {
      List<Object> arguments = head();
      for (GiveBack back : batch) {
        add(arguments, back);
      }
      Set<String> gone =
          Replies.toTexts(port.calls().repeatable(call("return-records", arguments)));
      for (GiveBack back : batch) {
        LeaseToken token = back.delivery().token();
        held.remove(token.id());
        if (gone.contains(token.id())) {
          lost.add(token);
        }
      }
    }
    returned = true;
    if (messages.stream().anyMatch(each -> each.verdict() == Verdict.DEAD)) {
      port.buried(part.topic());
    }
    return lost;
  }

  @Override
  public List<LeaseToken> extend(List<LeaseToken> tokens) throws WireException {
    List<LeaseToken> lost = new ArrayList<>();
    for (List<LeaseToken> batch : Parts.of(tokens, BATCH)) {
      List<Object> arguments = new ArrayList<>(List.of(part.group(), part.consumer()));
      batch.forEach(token -> arguments.add(token.id()));
      Set<String> gone = Replies.toTexts(port.calls().repeatable(call("hold-records", arguments)));
      batch.stream().filter(token -> gone.contains(token.id())).forEach(lost::add);
    }
    return lost;
  }

  /** Gives back what the server says we hold and we do not: the reply to a read was lost. */
  void returnUnknown() throws WireException {
    // Acknowledgements on their way look like it too: let them pass first.
    port.channels().awaitAll(port.leaseMillis());
    List<String> unknown = new ArrayList<>(wire.pending());
    unknown.removeIf(held::contains);
    for (List<String> batch : Parts.of(unknown, BATCH)) {
      List<Object> arguments = head();
      batch.forEach(position -> arguments.addAll(List.of(position, "u", 0, "", "", "")));
      port.calls().repeatable(call("return-records", arguments));
    }
    returned = true;
  }

  private void add(List<Object> arguments, GiveBack back) throws WireException {
    Delivery delivery = back.delivery();
    boolean dead = back.verdict() == Verdict.DEAD;
    arguments.add(delivery.token().id());
    arguments.add(
        switch (back.verdict()) {
          case UNSEEN -> "u";
          case AGAIN -> "a";
          case DEAD -> "d";
        });
    arguments.add(Math.max(0, back.delayMillis()));
    arguments.add(back.reason() == null ? "" : back.reason());
    String job = dead ? port.mint().next(BrandedId.JOB) : "";
    arguments.add(job);
    arguments.add(dead ? port.codec().deadLetter(delivery, subscription, job) : "");
  }

  private List<Object> head() {
    return new ArrayList<>(
        List.of(part.group(), part.consumer(), part.shared() || closed ? "1" : "0"));
  }

  private ScriptCall call(String script, List<Object> arguments) {
    return new ScriptCall(port.script(script), List.of(part.stream()), arguments);
  }
}
