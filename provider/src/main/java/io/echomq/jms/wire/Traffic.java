package io.echomq.jms.wire;

/**
 * What went through the connections of one factory since it was made.
 *
 * @param sent messages handed to the broker, those of commits included
 * @param received messages leased, prefetched ones too
 * @param redelivered of these, those that were delivered before
 * @param acknowledged messages whose acknowledgement was handed to the broker
 * @param returned messages given back: rolled back, recovered, failed or never handed out
 * @param lostLeases messages that somebody else got while they were held here
 * @param connectionsOpened connections made to the server; reconnects raise it
 */
public record Traffic(
    long sent,
    long received,
    long redelivered,
    long acknowledged,
    long returned,
    long lostLeases,
    long connectionsOpened) {}
