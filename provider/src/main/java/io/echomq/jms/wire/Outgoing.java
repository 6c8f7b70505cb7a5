package io.echomq.jms.wire;

import java.util.Objects;

/**
 * A message on its way out. Its header is final: {@code messageId} (always minted, whether or not
 * the application sees it), {@code timestamp}, {@code deliveryTime} and {@code expiration} are set.
 *
 * @param id the branded id of the job or record, from {@link Sender#mintId}; the broker may store
 *     the message under another id when this one is taken, its {@code messageId} stays
 * @param to where to
 * @param message header, properties, body
 * @param raw true: the body alone is stored, for consumers that know no JMS ({@code payload=raw})
 * @param durability null: the factory's
 * @param admission whether a queue takes it in
 * @param sentBy for {@code noLocal}, when the connection that stores it is another (a branch may
 *     outlive its connection); null: the one that stores it
 */
public record Outgoing(
    String id,
    Address to,
    MessageData message,
    boolean raw,
    Durability durability,
    Admission admission,
    SentBy sentBy) {

  /**
   * The connection that a message was sent through.
   *
   * @param connectionId see {@link Broker#connectionId}
   * @param clientId null for none
   */
  public record SentBy(String connectionId, String clientId) {}

  /** A message of the connection that stores it. */
  public Outgoing(
      String id,
      Address to,
      MessageData message,
      boolean raw,
      Durability durability,
      Admission admission) {
    this(id, to, message, raw, durability, admission, null);
  }

  /** A message that every queue takes in. */
  public Outgoing(String id, Address to, MessageData message, boolean raw, Durability durability) {
    this(id, to, message, raw, durability, Admission.ALWAYS);
  }

  public Outgoing {
    Objects.requireNonNull(admission, "admission");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(message, "message");
  }
}
