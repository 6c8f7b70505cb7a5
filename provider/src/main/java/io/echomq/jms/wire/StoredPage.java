package io.echomq.jms.wire;

import java.util.List;

/**
 * A page of kept messages.
 *
 * @param messages in the order of consumption
 * @param cursor where the next page begins; null when this was the last
 */
public record StoredPage(List<StoredMessage> messages, String cursor) {}
