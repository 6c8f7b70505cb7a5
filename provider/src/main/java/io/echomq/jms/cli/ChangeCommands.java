package io.echomq.jms.cli;

import io.echomq.jms.Choice;
import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.wire.Administration.Hold;
import io.echomq.jms.wire.Outcome;
import jakarta.jms.JMSException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Commands that change something. */
final class ChangeCommands {
  private ChangeCommands() {}

  static List<Command> all() {
    return List.of(
        new SimpleCommand(
            "pause", "QUEUE", "no consumer gets messages any more", ChangeCommands::pause),
        new SimpleCommand("resume", "QUEUE", "ends pause", ChangeCommands::resume),
        new SimpleCommand(
            "purge",
            "QUEUE [--force | --force-prepared]",
            "deletes what waits and is scheduled; with --force what consumers hold too",
            ChangeCommands::purge),
        new SimpleCommand(
            "redrive",
            "QUEUE WHICH [--keep-count]",
            "brings dead letters back; their deliveries count anew",
            ChangeCommands::redrive),
        new SimpleCommand(
            "move",
            "QUEUE TO-QUEUE WHICH",
            "moves messages that nobody holds",
            ChangeCommands::move),
        new SimpleCommand(
            "rm",
            "QUEUE WHICH [--force | --force-prepared]",
            "deletes messages",
            ChangeCommands::remove),
        new SimpleCommand(
            "priority",
            "QUEUE 0..9 WHICH",
            "changes the priority of messages that wait",
            ChangeCommands::priority),
        new SimpleCommand(
            "postpone",
            "QUEUE TIME WHICH",
            "puts messages off; TIME is 90s, 10m, 2h, 1d from now, an instant, or now",
            ChangeCommands::postpone),
        new SimpleCommand(
            "group",
            "QUEUE GROUP pause|resume|limit N|weight N",
            "pauses, resumes, limits or weighs a group; 0 takes limit or weight away",
            ChangeCommands::group));
  }

  private static Command.Action pause(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    return session -> told(session, session.admin().pause(queue));
  }

  private static Command.Action resume(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    return session -> told(session, session.admin().resume(queue));
  }

  private static Command.Action purge(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    Hold hold = hold(arguments);
    return session -> told(session, session.admin().purge(queue, hold));
  }

  private static Command.Action redrive(Arguments arguments) throws UsageException, JMSException {
    String queue = arguments.queue("queue");
    boolean keepCount = arguments.flag("--keep-count");
    Choice which = choice(arguments);
    return session -> {
      EchoMQAdmin admin = session.admin();
      return told(
          session, keepCount ? admin.redriveCountingOn(queue, which) : admin.redrive(queue, which));
    };
  }

  private static Command.Action move(Arguments arguments) throws UsageException, JMSException {
    String from = arguments.queue("queue");
    String to = arguments.queue("queue to move to");
    Choice which = choice(arguments);
    return session -> told(session, session.admin().move(from, which, to));
  }

  private static Command.Action remove(Arguments arguments) throws UsageException, JMSException {
    String queue = arguments.queue("queue");
    Hold hold = hold(arguments);
    Choice which = choice(arguments);
    return session -> told(session, session.admin().delete(queue, which, hold));
  }

  private static Command.Action priority(Arguments arguments) throws UsageException, JMSException {
    String queue = arguments.queue("queue");
    int priority = arguments.numberWord("priority");
    if (priority > 9) {
      throw new UsageException("the priority must be 0 (lowest) to 9, got " + priority);
    }
    Choice which = choice(arguments);
    return session -> told(session, session.admin().setPriority(queue, which, priority));
  }

  private static Command.Action postpone(Arguments arguments) throws UsageException, JMSException {
    String queue = arguments.queue("queue");
    String time = arguments.word("time");
    until(time, Instant.EPOCH);
    Choice which = choice(arguments);
    return session -> {
      EchoMQAdmin admin = session.admin();
      try {
        return told(session, admin.postpone(queue, which, until(time, admin.now())));
      } catch (UsageException checked) {
        throw new IllegalArgumentException(checked.getMessage(), checked);
      }
    };
  }

  private static Command.Action group(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    String group = arguments.word("group");
    String verb = arguments.word("verb (pause, resume, limit or weight)");
    switch (verb) {
      case "pause":
        return session -> told(session, session.admin().pauseGroup(queue, group));
      case "resume":
        return session -> told(session, session.admin().resumeGroup(queue, group));
      case "limit":
        int most = arguments.numberWord("limit");
        return session -> told(session, session.admin().limitGroup(queue, group, most));
      case "weight":
        int weight = arguments.numberWord("weight");
        return session -> told(session, session.admin().weighGroup(queue, group, weight));
      default:
        throw new UsageException("'" + verb + "' is not pause, resume, limit or weight");
    }
  }

  /** Says what is meant, lest a forgotten word means everything. */
  private static Choice choice(Arguments arguments) throws UsageException, JMSException {
    boolean all = arguments.flag("--all");
    String selector = arguments.option("--selector");
    List<String> ids = arguments.rest();
    int said = (all ? 1 : 0) + (selector != null ? 1 : 0) + (ids.isEmpty() ? 0 : 1);
    if (said != 1) {
      throw new UsageException("say which messages: --all, --selector TEXT, or their ids");
    }
    return all ? Choice.all() : selector != null ? Choice.matching(selector) : Choice.ids(ids);
  }

  private static Hold hold(Arguments arguments) {
    boolean force = arguments.flag("--force");
    return arguments.flag("--force-prepared") ? Hold.PREPARED : force ? Hold.LEASED : Hold.IDLE;
  }

  private static Instant until(String time, Instant now) throws UsageException {
    if (time.equals("now")) {
      return now;
    }
    try {
      if (time.matches("\\d+d")) {
        return now.plus(Duration.parse("P" + time.toUpperCase(Locale.ROOT)));
      }
      return time.matches("\\d+[smh]")
          ? now.plus(Duration.parse("PT" + time.toUpperCase(Locale.ROOT)))
          : Instant.parse(time);
    } catch (DateTimeException | ArithmeticException wrong) {
      throw new UsageException(
          "'" + time + "' is no time: use 90s, 10m, 2h, 1d, 2026-11-01T00:00:00Z or now");
    }
  }

  private static int told(Session session, Outcome outcome) {
    session.output().one(Views.outcome(outcome));
    return outcome.refused() == 0 ? Command.DONE : Command.SOME_STAY;
  }

  private static int told(Session session, boolean changed) {
    session.output().one(Map.of("changed", changed));
    return Command.DONE;
  }
}
