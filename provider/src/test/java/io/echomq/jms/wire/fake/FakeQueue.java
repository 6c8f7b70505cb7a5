package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.fake.FakeJob.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rows of one queue and what the scripts do with them. Threads: guarded by the server. */
final class FakeQueue {
  private static final int MAX_TOKENS = 64;
  private static final Comparator<FakeJob> CONSUMPTION =
      Comparator.comparingInt(FakeJob::score).thenComparing(job -> job.id);

  final Map<String, FakeJob> jobs = new TreeMap<>();
  int tokens;

  void put(FakeJob job, long now) {
    long due = job.message.header().deliveryTime();
    jobs.put(job.id, job);
    if (due > now) {
      boolean first = due < earliestDue();
      job.state = State.SCHEDULED;
      job.runAt = due;
      if (first) {
        wake();
      }
    } else {
      wake();
    }
  }

  void wake() {
    tokens = Math.min(MAX_TOKENS, tokens + 1);
  }

  Fetched fetch(Fetch request, long now) {
    expire(now);
    boolean dead = request.from().part().equals("dead");
    List<Delivery> found = new ArrayList<>();
    for (FakeJob job : dead ? deadFree(now) : in(State.PENDING).sorted(CONSUMPTION).toList()) {
      if (found.size() == request.max()) {
        break;
      }
      if (matches(request.filter(), job) && (dead || laneFree(job, request.owner()))) {
        claim(job, request, now, dead, found);
      }
    }
    if (found.isEmpty() && request.filter() == null && in(State.PENDING).findAny().isEmpty()) {
      tokens = 0;
    }
    return new Fetched(List.copyOf(found), dueIn(now), false);
  }

  private void claim(FakeJob job, Fetch request, long now, boolean dead, List<Delivery> found) {
    job.attempts++;
    int limit = request.maxDeliveries();
    if (!dead && limit > 0 && job.attempts - job.returned > limit) {
      bury(job, "not acknowledged after " + limit + " deliveries");
      return;
    }
    job.leaseUntil = now + request.leaseMillis();
    job.owner = request.owner();
    if (!dead) {
      job.state = State.ACTIVE;
      job.retrying = false;
    }
    found.add(job.delivery(request.from()));
  }

  boolean isThere(String id) {
    return jobs.containsKey(id);
  }

  /** False when the token is not the row's any more; a row that is gone counts as settled. */
  boolean complete(String id, long fence) {
    FakeJob job = jobs.get(id);
    if (job != null && job.attempts != fence) {
      return false;
    }
    jobs.remove(id);
    return true;
  }

  /** True when a commit may acknowledge it. */
  boolean holds(String id, long fence) {
    FakeJob job = jobs.get(id);
    return job != null && job.attempts == fence;
  }

  boolean giveBack(GiveBack back, long now) {
    FakeJob job = jobs.get(back.delivery().token().id());
    if (job == null || job.attempts != back.delivery().token().fence()) {
      return false;
    }
    if (job.state == State.ACTIVE || job.state == State.DEAD) {
      unpin(job, back, now);
    }
    return true;
  }

  /** Lets a job go that is leased, or held by a branch. */
  void unpin(FakeJob job, GiveBack back, long now) {
    job.returned += back.verdict() == GiveBack.Verdict.UNSEEN ? 1 : 0;
    if (job.state == State.DEAD) {
      job.leaseUntil = 0;
      return;
    }
    if (back.verdict() == GiveBack.Verdict.DEAD) {
      bury(job, back.reason());
      return;
    }
    job.lastError = back.reason() != null ? back.reason() : job.lastError;
    job.state = back.delayMillis() > 0 ? State.SCHEDULED : State.PENDING;
    job.retrying = back.delayMillis() > 0;
    job.runAt = now + back.delayMillis();
    wake();
  }

  /** False when somebody else took it or it is gone; a reaped row that nobody took stays so. */
  boolean extend(String id, long fence, long until) {
    FakeJob job = jobs.get(id);
    if (job == null || job.attempts != fence) {
      return false;
    }
    job.leaseUntil = Math.max(job.leaseUntil, until);
    return true;
  }

  Tended tend(long now, boolean mayReap) {
    expire(now);
    boolean moved = false;
    for (FakeJob job : List.copyOf(jobs.values())) {
      boolean due = job.state == State.SCHEDULED && job.runAt <= now;
      boolean lapsed = mayReap && job.state == State.ACTIVE && job.leaseUntil <= now;
      if (due || lapsed) {
        job.state = State.PENDING;
        moved = true;
      }
    }
    if (moved) {
      wake();
    }
    return new Tended(in(State.PENDING).findAny().isPresent(), dueIn(now));
  }

  BrowsePage browse(Browse request, long now) {
    List<FakeJob> all = view(request.queue().part()).filter(job -> !job.expired(now)).toList();
    int at = request.cursor() == null ? 0 : Integer.parseInt(request.cursor());
    List<Delivery> page = new ArrayList<>();
    while (at < all.size() && page.size() < request.max()) {
      FakeJob job = all.get(at++);
      if (matches(request.filter(), job)) {
        page.add(job.delivery(request.queue()));
      }
    }
    return new BrowsePage(List.copyOf(page), at < all.size() ? Integer.toString(at) : null);
  }

  private Stream<FakeJob> view(String part) {
    return switch (part) {
      case "dead" -> in(State.DEAD);
      case "schedule" -> in(State.SCHEDULED).sorted(Comparator.comparingLong(job -> job.runAt));
      case "active" -> in(State.ACTIVE).sorted(Comparator.comparingLong(job -> job.leaseUntil));
      default -> in(State.PENDING).sorted(CONSUMPTION);
    };
  }

  private Stream<FakeJob> in(State state) {
    return jobs.values().stream().filter(job -> job.state == state);
  }

  private List<FakeJob> deadFree(long now) {
    return in(State.DEAD).filter(job -> job.leaseUntil <= now).toList();
  }

  /** A lane belongs to the session that holds it, and waits for its own retries. */
  private boolean laneFree(FakeJob candidate, String owner) {
    String group = candidate.group();
    return group == null
        || jobs.values().stream()
            .filter(job -> job != candidate && group.equals(job.group()))
            .noneMatch(
                job ->
                    (job.state == State.ACTIVE && !owner.equals(job.owner))
                        || (job.state == State.SCHEDULED && job.retrying));
  }

  private void bury(FakeJob job, String reason) {
    job.state = State.DEAD;
    job.leaseUntil = 0;
    job.lastError = reason;
  }

  private void expire(long now) {
    jobs.values()
        .removeIf(
            job ->
                job.expired(now) && (job.state == State.PENDING || job.state == State.SCHEDULED));
  }

  private long earliestDue() {
    return in(State.SCHEDULED).mapToLong(job -> job.runAt).min().orElse(Long.MAX_VALUE);
  }

  private long dueIn(long now) {
    long due = earliestDue();
    return due == Long.MAX_VALUE ? -1 : Math.max(0, due - now);
  }

  private static boolean matches(Filter filter, FakeJob job) {
    return filter == null || filter.check().test(job.message);
  }
}
