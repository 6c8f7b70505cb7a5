package io.echomq.jms.cli;

import io.echomq.jms.Choice;
import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.StoredPage;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Commands that look and change nothing. */
final class LookCommands {
  private static final int PAGE = 500;

  private LookCommands() {}

  static List<Command> all() {
    return List.of(
        new SimpleCommand("ls", "", "queues and topics with what is in them", LookCommands::list),
        new SimpleCommand("stat", "QUEUE …", "the state of queues", LookCommands::stat),
        new SimpleCommand(
            "browse",
            "QUEUE [--selector TEXT] [--max N]",
            "messages in the order of consumption (the first 20; --max 0 all); takes none",
            LookCommands::browse),
        new SimpleCommand(
            "show", "QUEUE ID", "everything of one message, wherever it is", LookCommands::show),
        new SimpleCommand(
            "inflight",
            "QUEUE [--max N]",
            "leased messages with their owner and what is left of the lease",
            LookCommands::inFlight),
        new SimpleCommand(
            "consumers", "QUEUE", "connections that consume from a queue", LookCommands::consumers),
        new SimpleCommand(
            "groups",
            "QUEUE [--max N]",
            "groups (lanes) with depth, limit and weight",
            LookCommands::groups));
  }

  private static Command.Action list(Arguments arguments) {
    return session -> {
      EchoMQAdmin admin = session.admin();
      List<Map<String, Object>> rows = new ArrayList<>();
      JMSException broken = null;
      for (String queue : admin.queues()) {
        try {
          rows.add(Views.queue(admin.stat(queue)));
        } catch (JMSException refused) {
          if (!"EMQ-SERVER".equals(refused.getErrorCode())) {
            throw refused;
          }
          // One key of a wrong type must not hide all other queues.
          broken = new JMSException("queue " + queue + ": " + refused.getMessage(), "EMQ-SERVER");
          broken.initCause(refused);
        }
      }
      for (String topic : admin.topics()) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("queue", "topic:" + topic);
        row.put(
            "consumers",
            admin.topicConsumers(topic).stream().mapToInt(each -> each.consumers()).sum());
        rows.add(row);
      }
      session.output().rows(rows, "no queues");
      if (broken != null) {
        throw broken;
      }
      return Command.DONE;
    };
  }

  private static Command.Action stat(Arguments arguments) throws UsageException {
    String first = arguments.queue("queue");
    List<String> queues = new ArrayList<>(List.of(first));
    for (String name : arguments.rest()) {
      queues.add(Arguments.queue("queue", name));
    }
    return session -> {
      for (String queue : queues) {
        session.output().one(Views.stat(session.admin().stat(queue)));
      }
      return Command.DONE;
    };
  }

  private static Command.Action browse(Arguments arguments) throws UsageException, JMSException {
    String queue = arguments.queue("queue");
    String selector = arguments.option("--selector");
    Choice.matching(selector); // refuses what does not parse before anything is connected
    int max = arguments.number("--max", 20);
    return session -> {
      int left = max == 0 ? Integer.MAX_VALUE : max;
      String cursor = null;
      boolean first = true;
      do {
        StoredPage page = session.admin().browse(queue, selector, cursor, Math.min(left, PAGE));
        if (first || !page.messages().isEmpty()) {
          session.output().rows(Views.briefs(page.messages()), "no messages");
        }
        first = false;
        left -= page.messages().size();
        cursor = page.cursor();
      } while (cursor != null && left > 0);
      return Command.DONE;
    };
  }

  private static Command.Action show(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    String id = arguments.word("message id");
    return session -> {
      Optional<StoredMessage> found = session.admin().find(queue, id);
      if (found.isEmpty()) {
        throw new JMSException(queue + " has no message " + id, "EMQ-NO-SUCH-MESSAGE");
      }
      session.output().one(Views.whole(found.get()));
      return Command.DONE;
    };
  }

  private static Command.Action inFlight(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    int max = arguments.number("--max", 100);
    return session -> {
      long now = session.admin().now().toEpochMilli();
      session
          .output()
          .rows(
              session.admin().inFlight(queue, max).stream()
                  .map(each -> Views.inFlight(each, now))
                  .toList(),
              "nothing is in flight");
      return Command.DONE;
    };
  }

  private static Command.Action consumers(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    return session -> {
      session
          .output()
          .rows(
              session.admin().consumers(queue).stream().map(Views::consumer).toList(),
              "no consumers");
      return Command.DONE;
    };
  }

  private static Command.Action groups(Arguments arguments) throws UsageException {
    String queue = arguments.queue("queue");
    int max = arguments.number("--max", 100);
    return session -> {
      session
          .output()
          .rows(session.admin().lanes(queue, max).stream().map(Views::lane).toList(), "no groups");
      return Command.DONE;
    };
  }
}
