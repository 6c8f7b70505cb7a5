package io.echomq.jms.wire;

import java.util.Map;

/**
 * A whole message as plain data: a snapshot, never changed after it was made.
 *
 * @param header header fields
 * @param properties property values by name, in the order of the sets: {@code Boolean, Byte, Short,
 *     Integer, Long, Float, Double} or {@code String}, or null
 * @param body the body
 */
public record MessageData(MessageHeader header, Map<String, Object> properties, Body body) {}
