package io.echomq.jms.cli;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Commands about named subscriptions of topics. */
final class SubscriptionCommands {
  /** Code of a place that cannot be read. */
  private static final String INVALID = "EMQ-INVALID-NAME";

  /** Code of a subscription that is not there. */
  private static final String NONE = "EMQ-NO-SUCH-SUBSCRIPTION";

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
      try {
        session.admin().seek(client, name, place);
      } catch (InvalidDestinationException refused) {
        if (INVALID.equals(refused.getErrorCode())) {
          throw new IllegalArgumentException("--to: " + refused.getMessage(), refused);
        }
        throw withClients(session, client, name, refused);
      }
      session.output().one(Map.of("changed", true));
      return Command.DONE;
    };
  }

  private static Command.Action unsubscribe(Arguments arguments) throws UsageException {
    String name = arguments.word("subscription");
    String client = arguments.option("--client");
    return session -> {
      try {
        session.admin().unsubscribe(client, name);
      } catch (InvalidDestinationException refused) {
        throw withClients(session, client, name, refused);
      }
      session.output().one(Map.of("changed", true));
      return Command.DONE;
    };
  }

  /** Names the clients that have a subscription of that name: it is another's for each. */
  private static JMSException withClients(
      Session session, String client, String name, InvalidDestinationException refused)
      throws JMSException {
    if (!NONE.equals(refused.getErrorCode())) {
      return refused;
    }
    List<String> others =
        session.admin().subscriptions().stream()
            .filter(each -> each.name().equals(name) && !Objects.equals(each.clientId(), client))
            .map(each -> each.clientId() == null ? "no --client" : "--client " + each.clientId())
            .toList();
    if (others.isEmpty()) {
      return refused;
    }
    JMSException told =
        new InvalidDestinationException(
            refused.getMessage()
                + (client == null ? " without a client id" : " of client " + client)
                + ", but there is one with "
                + String.join(", ", others),
            NONE);
    told.initCause(refused);
    return told;
  }
}
