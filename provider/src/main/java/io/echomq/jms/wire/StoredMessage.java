package io.echomq.jms.wire;

/**
 * A message as it is kept.
 *
 * @param id the job id
 * @param state {@code pending}, {@code active}, {@code scheduled} or {@code dead}
 * @param count how often it was delivered
 * @param at {@code active}: server ms at which its lease ends ({@link Long#MAX_VALUE}: prepared);
 *     {@code scheduled}: at which it is due; else 0
 * @param bytes length of its payload
 * @param lastError why it was retried, given back or buried; null when it never was
 * @param lane its lane; null for none
 * @param message header, properties, body
 */
public record StoredMessage(
    String id,
    String state,
    int count,
    long at,
    long bytes,
    String lastError,
    String lane,
    MessageData message) {}
