package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends to one queue in one {@code send-jobs}. Threads: the leader of the channel. */
final class SendBatch extends ChannelBatch {
  private static final Logger LOG = LoggerFactory.getLogger(SendBatch.class);

  private final SendCall first;
  private int scriptAt;

  SendBatch(SendCall first) {
    super(first);
    this.first = first;
  }

  @Override
  long patienceMillis() {
    return first.durability.timeoutMillis();
  }

  @Override
  boolean isKin(ChannelCall<?> call) {
    return call instanceof SendCall send
        && send.keys.name().equals(first.keys.name())
        && send.durability.equals(first.durability);
  }

  @Override
  String order() {
    return "queue " + first.keys.name();
  }

  @Override
  List<Command> encode(long sequence) throws WireException {
    List<Command> commands = new ArrayList<>();
    SendPort port = first.port;
    List<Job> jobs = calls().stream().map(call -> ((SendCall) call).job()).toList();
    for (Job job : jobs) {
      Staging.addTo(commands, first.keys, job, port.rememberMillis());
    }
    scriptAt = commands.size();
    Command script = Command.of("EVALSHA", port.sendJobs().sha1(), 1, first.keys.pending());
    boolean plain = jobs.stream().allMatch(Job::isPlain);
    boolean alone = plain && jobs.size() == 1;
    script.add(port.name()).add(numbers());
    script.add(alone ? port.sent().of(first.keys.name()) : port.rememberMillis());
    if (plain && !alone) {
      script.add("p");
    }
    jobs.forEach(plain ? job -> job.addShortlyTo(script) : job -> job.addTo(script));
    String block = JobBlock.of(jobs);
    if (!block.isEmpty()) {
      script.add(block);
    }
    commands.add(script);
    DurabilityTail.addTo(commands, first.durability, first.keys.own("sync:" + port.name()));
    return commands;
  }

  @Override
  WireException refusal(List<Object> replies) {
    return Staging.firstError(replies, scriptAt);
  }

  @Override
  List<ChannelCall<?>> settle(List<Object> replies) {
    WireException refused = refusal(replies);
    if (refused != null) {
      fail(refused);
      return List.of();
    }
    List<ChannelCall<?>> again = new ArrayList<>();
    // A number: all are stored.
    List<?> others = replies.get(scriptAt) instanceof List<?> list ? list : List.of();
    for (Object index : others) {
      int at = (int) Replies.toLong(index);
      if (at < 0) {
        ((SendCall) calls().get(-at - 1)).failFull();
        continue;
      }
      SendCall taken = (SendCall) calls().get(at - 1);
      try {
        String before = taken.job().id();
        taken.mintAnew();
        again.add(taken);
        LOG.info(
            "{}: {} is another runtime's; sent again as {}",
            taken.doing(),
            before,
            taken.job().id());
      } catch (WireException e) {
        taken.fail(e);
      }
    }
    WireException doubt = DurabilityTail.check(first.durability, replies, first.doing());
    for (ChannelCall<?> call : calls()) {
      if (!again.contains(call) && !call.isOver()) {
        end((SendCall) call, doubt);
      }
    }
    return again;
  }

  private static void end(SendCall call, WireException doubt) {
    if (doubt == null) {
      call.reply.complete(null);
    } else {
      call.fail(doubt);
    }
  }
}
