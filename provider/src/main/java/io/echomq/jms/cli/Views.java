package io.echomq.jms.cli;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.ConsumerInfo;
import io.echomq.jms.wire.InFlight;
import io.echomq.jms.wire.LaneStat;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.QueueStat;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.SubscriptionStat;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is shown of each kind of thing, and under which names. */
final class Views {
  private Views() {}

  static Map<String, Object> queue(QueueStat stat) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("queue", stat.name());
    row.put("pending", stat.pending());
    row.put("active", stat.active());
    row.put("scheduled", stat.scheduled());
    row.put("dead", stat.dead());
    row.put("consumers", stat.consumers());
    row.put("oldestMs", stat.oldestMillis() < 0 ? null : stat.oldestMillis());
    row.put("paused", stat.paused());
    return row;
  }

  static Map<String, Object> stat(QueueStat stat) {
    Map<String, Object> row = queue(stat);
    row.put("inLanes", stat.inLanes());
    row.put("lanes", stat.lanes());
    row.put("dueInMs", stat.dueInMillis() < 0 ? null : stat.dueInMillis());
    row.put("completed", stat.completed());
    row.put("failed", stat.failed());
    row.put("bytes", stat.bytes());
    return row;
  }

  static Map<String, Object> inFlight(InFlight held, long now) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", held.id());
    row.put("owner", held.owner());
    row.put("leaseMs", held.prepared() ? null : held.leasedUntil() - now);
    row.put("prepared", held.prepared());
    row.put("count", held.count());
    row.put("bytes", held.bytes());
    return row;
  }

  static Map<String, Object> subscription(SubscriptionStat stat) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("topic", stat.topic());
    row.put("clientId", stat.clientId());
    row.put("name", stat.name());
    row.put("kind", stat.kind().name().toLowerCase(Locale.ROOT));
    row.put("consumers", stat.consumers());
    row.put("pending", stat.pending());
    row.put("lag", stat.lag() < 0 ? null : stat.lag());
    row.put("position", stat.position());
    row.put("selector", stat.selector().isEmpty() ? null : stat.selector());
    row.put("noLocal", stat.noLocal());
    return row;
  }

  static Map<String, Object> consumer(ConsumerInfo consumer) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("connection", consumer.connectionId());
    row.put("consumers", consumer.consumers());
    row.put("clientId", consumer.clientId());
    row.put("host", consumer.host());
    row.put("pid", consumer.pid());
    row.put("since", Instant.ofEpochMilli(consumer.since()).toString());
    return row;
  }

  static Map<String, Object> lane(LaneStat lane) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("lane", lane.lane());
    row.put("pending", lane.pending());
    row.put("active", lane.active());
    row.put("limit", lane.limit() == 0 ? null : lane.limit());
    row.put("weight", lane.weight() == 0 ? null : lane.weight());
    row.put("paused", lane.paused());
    return row;
  }

  /** A line of a list. */
  static Map<String, Object> brief(StoredMessage message) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", message.id());
    row.put("sent", time(message.message().header().timestamp()));
    row.put("priority", message.message().header().priority());
    row.put("count", message.count());
    row.put("bytes", message.bytes());
    row.put("body", body(message.message().body()));
    if (message.lastError() != null) {
      row.put("lastError", message.lastError());
    }
    return row;
  }

  /** Everything. */
  static Map<String, Object> whole(StoredMessage message) {
    MessageHeader header = message.message().header();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", message.id());
    row.put("state", message.state());
    row.put("messageId", header.messageId());
    row.put("destination", header.destination() == null ? null : header.destination().name());
    row.put("sent", time(header.timestamp()));
    row.put("priority", header.priority());
    row.put("persistent", header.persistent());
    row.put("count", message.count());
    row.put("expires", header.expiration() == 0 ? null : time(header.expiration()));
    row.put("at", message.at() == 0 || message.at() == Long.MAX_VALUE ? null : time(message.at()));
    row.put("type", header.type());
    row.put("correlationId", header.correlationId());
    row.put("replyTo", header.replyTo() == null ? null : header.replyTo().name());
    row.put("lane", message.lane());
    row.put("lastError", message.lastError());
    row.put("properties", message.message().properties());
    row.put("bytes", message.bytes());
    row.put(
        "bodyType", message.message().body().getClass().getSimpleName().toLowerCase(Locale.ROOT));
    row.put("body", body(message.message().body()));
    return row;
  }

  static Map<String, Object> outcome(Outcome outcome) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("changed", outcome.changed());
    row.put("stay", outcome.refused());
    if (outcome.refused() > 0) {
      Map<String, Object> why = new LinkedHashMap<>();
      outcome.refusals().forEach(each -> why.put(each.id(), each.why()));
      row.put("why", why);
    }
    return row;
  }

  /** The body as it can be shown; objects are not looked into. */
  static Object body(Body body) {
    if (body instanceof Body.Text text) {
      return text.text();
    } else if (body instanceof Body.Bytes bytes) {
      return bytes.bytes();
    } else if (body instanceof Body.Fields fields) {
      return fields.entries();
    } else if (body instanceof Body.Items items) {
      return items.values();
    } else if (body instanceof Body.Serialized object) {
      return object.serialized();
    }
    return null;
  }

  static List<Map<String, Object>> briefs(List<StoredMessage> messages) {
    return messages.stream().map(Views::brief).toList();
  }

  private static String time(long millis) {
    return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
  }
}
