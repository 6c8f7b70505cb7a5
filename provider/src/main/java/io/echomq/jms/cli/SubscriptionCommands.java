package io.echomq.jms.cli;

import java.util.List;
import java.util.Map;

/** Commands about named subscriptions of topics. */
final class SubscriptionCommands {
  private SubscriptionCommands() {}

  static List<Command> all() {
    return List.of(
        new SimpleCommand(
            "subscriptions",
            "[TOPIC]",
            "named subscriptions with how far they have come",
            SubscriptionCommands::list),
        new SimpleCommand(
            "seek",
            "SUBSCRIPTION --to PLACE [--client ID]",
            "moves a durable subscription; PLACE is beginning, now, -1h, an instant or an EVT id",
            SubscriptionCommands::seek),
        new SimpleCommand(
            "unsubscribe",
            "SUBSCRIPTION [--client ID]",
            "deletes a durable subscription",
            SubscriptionCommands::unsubscribe));
  }

  private static Command.Action list(Arguments arguments) {
    List<String> topics = arguments.rest();
    return session -> {
      List<Map<String, Object>> rows =
          session.admin().subscriptions().stream()
              .filter(each -> topics.isEmpty() || topics.contains(each.topic()))
              .map(Views::subscription)
              .toList();
      session.output().rows(rows, "no subscriptions");
      return Command.DONE;
    };
  }

  private static Command.Action seek(Arguments arguments) throws UsageException {
    String name = arguments.word("subscription");
    String client = arguments.option("--client");
    String place = arguments.option("--to");
    if (place == null) {
      throw new UsageException("say where to: --to beginning, now, -1h, an instant or an EVT id");
    }
    return session -> {
      session.admin().seek(client, name, place);
      session.output().one(Map.of("changed", true));
      return Command.DONE;
    };
  }

  private static Command.Action unsubscribe(Arguments arguments) throws UsageException {
    String name = arguments.word("subscription");
    String client = arguments.option("--client");
    return session -> {
      session.admin().unsubscribe(client, name);
      session.output().one(Map.of("changed", true));
      return Command.DONE;
    };
  }
}
