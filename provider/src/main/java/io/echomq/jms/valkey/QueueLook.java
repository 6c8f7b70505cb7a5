package io.echomq.jms.valkey;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of many queues hold nothing of some kinds: one {@code EXISTS} for several. Where one of
 * them holds something, all that share its command are taken to.
 *
 * <p>Threads: one.
 */
final class QueueLook {
  /** Fewer are not worth a look of their own. */
  static final int FEW = 3;

  /** So many share a command: a few microseconds of the server. */
  private static final int TOGETHER = 25;

  private final List<Command> commands = new ArrayList<>();
  private final List<List<Integer>> groups = new ArrayList<>();

  /**
   * @param queues all queues
   * @param which the indexes of those to look at
   * @param kinds of keys, as in {@code jms:sizes}
   */
  QueueLook(List<QueueKeys> queues, List<Integer> which, List<String> kinds) {
    for (int from = 0; from < which.size(); from += TOGETHER) {
      List<Integer> group = which.subList(from, Math.min(from + TOGETHER, which.size()));
      Command exists = Command.of("EXISTS");
      for (int i : group) {
        for (String kind : kinds) {
          exists.add(queues.get(i).of(kind));
        }
      }
      commands.add(exists);
      groups.add(group);
    }
  }

  /** To be sent, in this order. */
  List<Command> commands() {
    return commands;
  }

  /** The indexes of those that may hold something, by the replies to {@link #commands}. */
  List<Integer> stirred(List<Object> replies) {
    List<Integer> stirred = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      if (Replies.toLong(replies.get(i)) > 0) {
        stirred.addAll(groups.get(i));
      }
    }
    return stirred;
  }
}
