package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.codec.RecordCodec;
import io.echomq.jms.codec.StoredAs;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes records of outgoing messages, and dead letters of records.
 *
 * <p>Threads: any (immutable).
 */
final class RecordEncoder {
  /** Property of a dead letter: the topic it came from. */
  static final String ORIGIN = "JMS_EchoMQ_OriginalDestination";

  /** Property of a dead letter: the subscription that could not process it. */
  static final String SUBSCRIPTION = "JMS_EchoMQ_Subscription";

  /**
   * As whose the header line is written: nobody's, so that message id and timestamp stand in it.
   * They are final before the server has decided on the record's place (hard cases, 3).
   */
  private static final String NO_ID = "EVT00000000000";

  private final PayloadCodec payloads;
  private final RecordCodec records;
  private final ServerClock clock;

  RecordEncoder(PayloadCodec payloads, ServerClock clock) {
    this.payloads = payloads;
    this.records = new RecordCodec(payloads);
    this.clock = clock;
  }

  /**
   * The record of a message.
   *
   * @param from who sends it, for {@code noLocal}
   * @throws WireException {@link WireError#TOO_LARGE}, {@link WireError#MALFORMED}; {@link
   *     WireError#WRONG_KIND} when the id is not one of a record
   */
  TopicRecord encode(Outgoing message, Origin from) throws WireException {
    String position = BrandedId.toStreamId(message.id());
    if (!message.id().startsWith(BrandedId.EVENT)) {
      throw new WireException(
          WireError.WRONG_KIND,
          "'" + message.id() + "' is not the id of a record; mint one for a topic");
    }
    StoredAs stored = new StoredAs(NO_ID, -1, message.to());
    List<Object> fields = new ArrayList<>();
    // Of a raw record it is kept beside the stream: others are to find their fields alone.
    fields.add(message.raw() ? Origin.BESIDE : Origin.FIELD);
    fields.add((message.sentBy() == null ? from : Origin.of(message.sentBy())).toField());
    long bytes = 200;
    for (Map.Entry<String, byte[]> field :
        records.encode(stored, message.message(), message.raw()).entrySet()) {
      fields.add(field.getKey());
      fields.add(field.getValue());
      bytes += field.getKey().length() + field.getValue().length;
    }
    long due = message.message().header().deliveryTime();
    // Ids may run a few ms ahead of the clock: that is no delay.
    long minted = BrandedId.millisOf(BrandedId.decode(message.id()));
    boolean delayed = due > Math.max(minted, clock.now());
    return new TopicRecord(message.id(), position, delayed ? due : 0, fields, bytes);
  }

  /** The payload of the job that a dead record becomes. */
  byte[] deadLetter(Delivery delivery, String subscription, String jobId) throws WireException {
    Address topic = delivery.token().from();
    MessageData message = delivery.message();
    MessageHeader header = message.header();
    Map<String, Object> properties = new LinkedHashMap<>(message.properties());
    properties.put(ORIGIN, topic.name());
    properties.put(SUBSCRIPTION, subscription);
    StoredAs stored =
        new StoredAs(
            jobId,
            BrandedId.millisOf(BrandedId.decode(jobId)),
            new Address(Address.Domain.QUEUE, topic.base(), ""));
    // A dead letter has no expiry.
    MessageHeader kept =
        new MessageHeader(
            header.messageId(),
            header.timestamp(),
            header.destination(),
            header.replyTo(),
            header.correlationId(),
            header.correlationBytes(),
            header.type(),
            header.persistent(),
            header.priority(),
            0,
            header.deliveryTime());
    return payloads.encode(stored, new MessageData(kept, properties, message.body()), false);
  }

  /** The message in a record's fields. */
  MessageData decode(String id, Address topic, Map<String, byte[]> fields) throws WireException {
    StoredAs stored = new StoredAs(id, BrandedId.millisOf(BrandedId.decode(id)), topic);
    return records.decode(stored, fields);
  }
}
