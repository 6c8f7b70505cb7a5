package io.echomq.jms.transactions;

import io.echomq.jms.transactions.CrashPoint.Plan;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own that books one order and halts in the middle of it. Its arguments are a URI, the
 * folder of the database, that of the transaction log, and a plan.
 */
final class BookingProcess {
  private BookingProcess() {}

  public static void main(String[] args) throws Exception {
    Path data = Path.of(args[1]);
    Plan plan = Plan.of(args[3]);
    TransactionManager manager = Narayana.start(Path.of(args[2]));
    try (Bank bank = new Bank(args[0], data)) {
      manager.begin();
      bank.book(manager, plan);
      bank.report();
      if (!plan.commit() && !manager.getTransaction().enlistResource(new NoVote())) {
        throw new IllegalStateException("the refusing resource could not be enlisted");
      }
      manager.commit();
    } catch (RollbackException expected) {
      System.out.println("rolled back");
    }
  }

  /** Runs one to its end; true when it crashed as planned. */
  static boolean crashes(String uri, Path data, Plan plan)
      throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BookingProcess.class.getName(),
                uri,
                data.toString(),
                Narayana.log().toString(),
                plan.text())
            .inheritIO()
            .start();
    if (!jvm.waitFor(180, TimeUnit.SECONDS)) {
      jvm.destroyForcibly();
      throw new AssertionError("the booking process hangs at " + plan.text());
    }
    return jvm.exitValue() == CrashingResource.CRASHED;
  }
}
