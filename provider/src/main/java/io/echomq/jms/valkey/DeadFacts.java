package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a dead letter tells of its end, as properties that are derived from its row: where it was
 * sent to, under which id, how often it was delivered, why it died, and when, unless another
 * runtime buried it. What a message says of an earlier end stays, but for what is known of the last
 * one.
 *
 * <p>Threads: any (immutable).
 */
final class DeadFacts {
  static final String ORIGIN = "JMS_EchoMQ_OriginalDestination";
  static final String ORIGINAL_ID = "JMS_EchoMQ_OriginalMessageID";
  static final String COUNT = "JMS_EchoMQ_DeliveryCount";
  static final String DIED = "JMS_EchoMQ_DeadAt";
  static final String LAST_ERROR = "JMS_EchoMQ_LastError";

  /** Longer texts would not leave room for the other properties. */
  private static final int MAX_REASON = 1000;

  private final PooledCalls calls;

  DeadFacts(PooledCalls calls) {
    this.calls = calls;
  }

  /**
   * The same messages with what their rows tell.
   *
   * @param leased true: their present lease is one of the row's attempts, and was no delivery
   */
  List<Delivery> tell(QueueKeys queue, List<Delivery> dead, boolean leased) throws WireException {
    List<Command> questions = new ArrayList<>();
    for (Delivery each : dead) {
      questions.add(Command.of("HGET", LargeBodies.row(queue, each.token().id()), "last_error"));
      questions.add(Command.of("HGET", queue.own("died"), each.token().id()));
    }
    List<Object> ends = calls.pipeline(questions);
    List<Delivery> told = new ArrayList<>();
    for (int i = 0; i < dead.size(); i++) {
      told.add(tell(queue, dead.get(i), leased, ends.get(2 * i), ends.get(2 * i + 1)));
    }
    return told;
  }

  private static Delivery tell(
      QueueKeys queue, Delivery dead, boolean leased, Object reason, Object died) {
    MessageData message = dead.message();
    Map<String, Object> facts = new LinkedHashMap<>(message.properties());
    String id = message.header().messageId();
    facts.putIfAbsent(ORIGIN, queue.name());
    facts.putIfAbsent(ORIGINAL_ID, id == null ? "ID:" + dead.token().id() : id);
    facts.put(COUNT, Math.max(1, dead.count() - (leased ? 1 : 0)));
    if (reason != null) {
      String why = Replies.toText(reason);
      facts.put(LAST_ERROR, why.length() > MAX_REASON ? why.substring(0, MAX_REASON) : why);
    }
    String at = Replies.toText(died);
    if (at != null && at.matches("\\d{1,18}")) {
      facts.put(DIED, Long.parseLong(at));
    }
    return new Delivery(
        dead.token(),
        new MessageData(message.header(), facts, message.body()),
        dead.count(),
        dead.leasedUntil());
  }
}
