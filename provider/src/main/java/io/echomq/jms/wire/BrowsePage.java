package io.echomq.jms.wire;

import java.util.List;

/**
 * A page of messages that were looked at and not taken.
 *
 * @param messages in the order of consumption; their token settles nothing
 * @param cursor where the next page begins; null when this was the last
 */
public record BrowsePage(List<Delivery> messages, String cursor) {}
