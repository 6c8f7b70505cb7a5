package io.echomq.jms.examples.quickstart;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Sends orders through a queue, processes them with several listeners, and accounts for every one.
 *
 * <p>Exit status: 0 when the counts are right, 1 when they are not or the server cannot be used, 2
 * for a bad command line.
 */
public final class Quickstart {
  private static final int DELIVERIES_BEFORE_DEATH = 3;
  private static final double GIVE_UP_AFTER_IDLE_SECONDS = 30;
  private static final long LOOK_EVERY_MILLIS = 50;

  private final Arguments arguments;
  private final PrintStream out;
  private final String run = UUID.randomUUID().toString();

  private Quickstart(Arguments arguments, PrintStream out) {
    this.arguments = arguments;
    this.out = out;
  }

  public static void main(String[] words) {
    System.exit(run(List.of(words), System.out, System.err));
  }

  static int run(List<String> words, PrintStream out, PrintStream err) {
    try {
      Arguments arguments = Arguments.parse(words);
      if (arguments.help()) {
        out.println(Arguments.USAGE);
        return 0;
      }
      return new Quickstart(arguments, out).run() ? 0 : 1;
    } catch (BadArgumentException e) {
      err.println("quickstart: " + e.getMessage());
      err.println(Arguments.USAGE);
      return 2;
    } catch (JMSRuntimeException | JMSException | IOException e) {
      err.println("quickstart: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("quickstart: interrupted");
      return 1;
    }
  }

  private boolean run()
      throws BadArgumentException, IOException, JMSException, InterruptedException {
    try (OrderLines lines = OrderLines.open(arguments.file());
        JMSContext context = factory().createContext()) {
      Queue queue =
          context.createQueue(arguments.queue() + "?maxDeliveries=" + DELIVERIES_BEFORE_DEATH);
      refuseUsedQueue(context, queue);
      out.printf(
          "%s -> queue %s at %s -> %d listener%s%n",
          lines,
          arguments.queue(),
          context.getMetaData().getJMSProviderName() + " (" + shownUrl() + ")",
          arguments.listeners(),
          arguments.listeners() == 1 ? "" : "s");
      return process(context, queue, lines);
    }
  }

  private boolean process(JMSContext context, Queue queue, OrderLines lines)
      throws JMSException, IOException, InterruptedException {
    Tally tally = new Tally();
    DeadOrders deadOrders =
        new DeadOrders(context, context.createQueue(arguments.queue() + "/dead"), run);
    List<JMSContext> contexts = new ArrayList<>();
    ExecutorService senders = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < arguments.listeners(); i++) {
        JMSContext own = context.createContext(JMSContext.AUTO_ACKNOWLEDGE);
        contexts.add(own);
        JMSConsumer consumer = own.createConsumer(queue);
        consumer.setMessageListener(new OrderListener(run, tally));
      }
      JMSContext own = context.createContext(JMSContext.AUTO_ACKNOWLEDGE);
      contexts.add(own);
      Future<Void> sending = senders.submit(new OrderSender(own, queue, lines, run, tally));
      List<String> dead = await(tally, deadOrders, sending);
      new Summary(out).print(tally, dead);
      return tally.isRight(dead.size());
    } finally {
      senders.shutdownNow();
      contexts.forEach(JMSContext::close);
    }
  }

  /** Until everything is accounted for, or nothing has happened for too long. */
  private List<String> await(Tally tally, DeadOrders deadOrders, Future<Void> sending)
      throws JMSException, IOException, InterruptedException {
    ProgressLine progress = new ProgressLine(out, System.console() != null);
    List<String> dead = List.of();
    while (!tally.isRight(dead.size()) && tally.idleSeconds() < GIVE_UP_AFTER_IDLE_SECONDS) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
      failWithSender(sending);
      if (tally.listenersAreDone()) {
        dead = deadOrders.find();
      }
      progress.show(tally.counts(), dead.size(), tally.seconds());
    }
    progress.end();
    return dead;
  }

  private static void failWithSender(Future<Void> sending)
      throws IOException, InterruptedException {
    if (!sending.isDone()) {
      return;
    }
    try {
      sending.get();
    } catch (ExecutionException e) {
      throw new IOException("sending stopped: " + e.getCause().getMessage(), e.getCause());
    }
  }

  private EchoMQConnectionFactory factory() throws BadArgumentException {
    try {
      return new EchoMQConnectionFactory(arguments.url());
    } catch (IllegalArgumentException | JMSRuntimeException e) {
      throw new BadArgumentException("--url: " + e.getMessage(), e);
    }
  }

  /** Other people's messages are not ours to take. */
  private void refuseUsedQueue(JMSContext context, Queue queue)
      throws BadArgumentException, JMSException {
    try (var browser = context.createBrowser(queue)) {
      if (browser.getEnumeration().hasMoreElements()) {
        throw new BadArgumentException(
            "queue "
                + arguments.queue()
                + " already holds messages, which this example would take; choose another with"
                + " --queue");
      }
    }
  }

  private String shownUrl() {
    return arguments.url().replaceFirst("//[^@/]*@", "//");
  }
}
