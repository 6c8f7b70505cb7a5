package io.echomq.jms.valkey;

import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Branches of distributed transactions, see {@link io.echomq.jms.wire.Branches}. Its calls are
 * whole in one script each and may be repeated, so they travel on links of the pool and not on the
 * channel; nobody holds one up.
 *
 * <p>Threads: any.
 */
final class PreparedBranches {
  /** A coordinator that hears nothing decides again; by then the branch itself is gone. */
  private static final long REMEMBER_MILLIS = TimeUnit.HOURS.toMillis(24);

  /** Ids that are taken are other runtimes', so that a few rounds are plenty. */
  private static final int MOST_MINTS = 5;

  private final PooledCalls calls;
  private final ScriptRunner runner;
  private final SendPort port;
  private final Keys keys;
  private final JobSender sender;
  private final Durability durability;
  private final Script prepare;
  private final Script commit;
  private final Script rollback;
  private final Script forget;

  /**
   * @param durability of decisions
   */
  PreparedBranches(
      PooledCalls calls,
      ScriptRunner runner,
      SendPort port,
      Keys keys,
      JobSender sender,
      Durability durability) {
    this.calls = calls;
    this.runner = runner;
    this.port = port;
    this.keys = keys;
    this.sender = sender;
    this.durability = durability;
    this.prepare = calls.script("prepare-branch");
    this.commit = calls.script("commit-branch");
    this.rollback = calls.script("rollback-branch");
    this.forget = calls.script("forget-branch");
  }

  /** See {@link io.echomq.jms.wire.Branches#prepare}. */
  void prepare(BranchWork work, Origin from) throws WireException {
    TransactionUnit unit = new TransactionUnit("", 0, work.tokens(), work.sends());
    BranchCall call = new BranchCall(port, keys, work, sender.check(unit, from));
    for (int round = 1; ; round++) {
      List<Object> requests = call.requests(prepare);
      List<Object> replies = pipeline(requests);
      WireException refused = Staging.firstError(replies, call.scriptAt(requests));
      if (refused == null) {
        call.prepared();
        throwIfAny(DurabilityTail.check(call.durability(), replies, call.doing()));
        return;
      }
      if (!ServerErrors.isReply(refused, "EMQDUP") || round == MOST_MINTS) {
        throw toFailure(call, refused);
      }
      call.mintAnew(words(refused));
    }
  }

  /** See {@link io.echomq.jms.wire.Branches#decide} and its heuristic sister. */
  BranchOutcome decide(BranchId branch, boolean committing, boolean heuristic)
      throws WireException {
    FactKeys facts = keys.facts();
    byte[] record = facts.branch(branch);
    Object listed = calls.repeatable(link -> link.call(Command.of("HGET", record, "keys")));
    List<byte[]> names = new ArrayList<>(List.of(record, facts.branches()));
    if (listed != null) {
      for (String key : Replies.toText(listed).split(" ")) {
        names.add(Keys.ascii(key));
      }
    }
    List<Object> arguments = List.of(branch.name(), REMEMBER_MILLIS, heuristic ? "heuristic" : "");
    List<Command> tail = new ArrayList<>();
    DurabilityTail.addTo(tail, durability, facts.own("sync:" + port.name()));
    List<Object> requests = new ArrayList<>();
    requests.add(new ScriptCall(committing ? commit : rollback, names, arguments));
    requests.addAll(tail);
    List<Object> replies = pipeline(requests);
    throwIfAny(Staging.firstError(replies, 0));
    throwIfAny(DurabilityTail.check(durability, replies, "decide branch " + branch));
    return outcome(Replies.toText(replies.get(0)));
  }

  /** See {@link io.echomq.jms.wire.Branches#forget}. */
  boolean forget(BranchId branch) throws WireException {
    FactKeys facts = keys.facts();
    ScriptCall call =
        new ScriptCall(
            forget, List.of(facts.branch(branch), facts.branches()), List.of(branch.name()));
    return Replies.toLong(calls.repeatable(call)) == 1;
  }

  /** See {@link io.echomq.jms.wire.Branches#recover}. */
  List<BranchId> recover() throws WireException {
    Command range = Command.of("ZRANGE", keys.facts().branches(), 0, -1);
    List<BranchId> found = new ArrayList<>();
    for (Object each : (List<?>) calls.repeatable(link -> link.call(range))) {
      found.add(new BranchId(Replies.toText(each)));
    }
    return found;
  }

  private List<Object> pipeline(List<Object> requests) throws WireException {
    return calls.repeatable(link -> runner.pipeline(link, requests));
  }

  private static void throwIfAny(WireException failure) throws WireException {
    if (failure != null) {
      throw failure;
    }
  }

  private static WireException toFailure(BranchCall call, WireException refused) {
    if (!ServerErrors.isReply(refused, "EMQSTALE")) {
      return refused;
    }
    return new WireException(
        WireError.ROLLED_BACK,
        call.doing() + ": rolled back, the leases of these messages were lost: " + words(refused),
        refused);
  }

  private static Set<String> words(WireException refused) {
    String text = refused.getCause() instanceof JedisDataException reply ? reply.getMessage() : "";
    Set<String> words = new TreeSet<>(List.of(text.split(" ")));
    words.removeIf(word -> word.startsWith("EMQ"));
    return words;
  }

  private static BranchOutcome outcome(String answer) {
    return switch (answer) {
      case "commit" -> BranchOutcome.COMMITTED;
      case "rollback" -> BranchOutcome.ROLLED_BACK;
      case "none" -> BranchOutcome.NONE;
      case "heuristic commit" -> BranchOutcome.HEURISTIC_COMMIT;
      case "heuristic rollback" -> BranchOutcome.HEURISTIC_ROLLBACK;
      default -> BranchOutcome.HEURISTIC_MIXED;
    };
  }
}
