package io.echomq.jms.xa;

import io.echomq.jms.wire.WireException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of branches whose session is closed, ends branches whose time is over, and
 * rolls back what could not be rolled back while the server was away.
 *
 * <p>Threads: one of its own, {@code emq-xa}, from the first such branch until {@link #stop}.
 */
final class BranchKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(BranchKeeper.class);

  private static final long RETRY_MILLIS = 500;

  private final XaBranches branches;
  private final long leaseMillis;
  private ScheduledExecutorService timer;

  BranchKeeper(XaBranches branches, long leaseMillis) {
    this.branches = branches;
    this.leaseMillis = leaseMillis;
  }

  void keep(Branch branch) {
    schedule(() -> beat(branch), 0);
  }

  void limit(Branch branch, int seconds) {
    schedule(() -> expire(branch, seconds), TimeUnit.SECONDS.toMillis(seconds));
  }

  /** Tries until the server has rolled it back: nobody else may ever ask again. */
  void rollBack(Branch branch) {
    schedule(() -> tryRollback(branch), RETRY_MILLIS);
  }

  private void tryRollback(Branch branch) {
    try {
      branches.with(
          broker -> {
            branch.rollback(broker);
            return null;
          });
      branches.forget(branch.id());
    } catch (WireException away) {
      LOG.debug("branch {} is rolled back later", branch.id(), away);
      rollBack(branch);
    }
  }

  synchronized void stop() {
    if (timer != null) {
      timer.shutdownNow();
      timer = null;
    }
  }

  private synchronized void schedule(Runnable task, long delayMillis) {
    if (timer == null) {
      timer =
          Executors.newSingleThreadScheduledExecutor(
              work -> {
                Thread thread = new Thread(work, "emq-xa");
                thread.setDaemon(true);
                return thread;
              });
    }
    timer.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
  }

  private void beat(Branch branch) {
    boolean again = true;
    try {
      again = branches.with(broker -> branch.keep(broker, leaseMillis));
    } catch (WireException away) {
      LOG.warn("the leases of branch {} are not extended: {}", branch.id(), away.getMessage());
    }
    if (again) {
      schedule(() -> beat(branch), leaseMillis / 3);
    }
  }

  /** Until it is rolled back: its session may hold its messages for as long as it lives. */
  private void expire(Branch branch, int seconds) {
    if (!branch.expires(seconds)) {
      return;
    }
    try {
      branches.with(
          broker -> {
            branch.rollback(broker);
            return null;
          });
    } catch (WireException away) {
      LOG.debug("branch {} took too long and is rolled back later", branch.id(), away);
      schedule(() -> expire(branch, seconds), RETRY_MILLIS);
    }
  }
}
