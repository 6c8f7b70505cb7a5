package io.echomq.jms.valkey;

import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Parts what is given back or extended into jobs and records.
 *
 * <p>Threads: any.
 */
final class LeaseRouter {
  private final JobReturner jobs;
  private final Holders records;

  LeaseRouter(JobReturner jobs, Holders records) {
    this.jobs = jobs;
    this.records = records;
  }

  /** See {@link io.echomq.jms.wire.Receiver#giveBack}. */
  List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    List<GiveBack> ofTopics = ofTopics(messages, back -> back.delivery().token());
    if (ofTopics.isEmpty()) {
      return jobs.giveBack(messages);
    }
    List<LeaseToken> lost = records.giveBack(ofTopics);
    if (ofTopics.size() < messages.size()) {
      lost.addAll(jobs.giveBack(ofQueues(messages, back -> back.delivery().token())));
    }
    return lost;
  }

  /**
   * See {@link io.echomq.jms.wire.Receiver#extend}.
   *
   * @param consumers notes the jobs that are held
   */
  List<LeaseToken> extend(
      Collection<LeaseToken> tokens, long leaseMillis, ConsumerRegistry consumers)
      throws WireException {
    List<LeaseToken> ofTopics = ofTopics(tokens, token -> token);
    List<LeaseToken> lost = ofTopics.isEmpty() ? new ArrayList<>() : records.extend(ofTopics);
    if (ofTopics.size() < tokens.size()) {
      List<LeaseToken> ofQueues = ofQueues(tokens, token -> token);
      lost.addAll(jobs.extend(ofQueues, leaseMillis, consumers.held(ofQueues, leaseMillis)));
    }
    return lost;
  }

  private static <T> List<T> ofTopics(Collection<T> all, Function<T, LeaseToken> token) {
    List<T> found = new ArrayList<>();
    for (T one : all) {
      if (token.apply(one).from().isTopic()) {
        found.add(one);
      }
    }
    return found;
  }

  private static <T> List<T> ofQueues(Collection<T> all, Function<T, LeaseToken> token) {
    return all.stream().filter(one -> token.apply(one).from().isQueue()).toList();
  }
}
