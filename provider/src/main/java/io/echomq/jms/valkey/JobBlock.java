package io.echomq.jms.valkey;

import io.echomq.jms.codec.CommonHeaders;
import java.util.List;

/**
 * What a bulk send tells of its jobs: the first id, the last, and what their header lines have in
 * common. Selective consumers pass over all of them at once when none can match, and decide each
 * only when one may.
 */
final class JobBlock {
  /** Of fewer it is not worth telling. */
  private static final int MIN_JOBS = 64;

  private JobBlock() {}

  /** The block as the send scripts take it; empty when there is nothing to tell. */
  static String of(List<Job> jobs) {
    if (jobs.size() < MIN_JOBS || !jobs.stream().allMatch(JobBlock::waitsInOrder)) {
      return "";
    }
    String lines = CommonHeaders.of(jobs.stream().map(Job::payload).toList());
    if (lines.isEmpty()) {
      return "";
    }
    String first = jobs.get(0).id();
    String last = first;
    for (Job job : jobs) {
      first = job.id().compareTo(first) < 0 ? job.id() : first;
      last = job.id().compareTo(last) > 0 ? job.id() : last;
    }
    return first + last + lines;
  }

  private static boolean waitsInOrder(Job job) {
    return job.score() == 0 && job.runAt() == 0 && job.group().isEmpty();
  }
}
