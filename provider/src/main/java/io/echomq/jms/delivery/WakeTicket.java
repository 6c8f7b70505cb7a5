package io.echomq.jms.delivery;

/**
 * What a feed knew of the waker when it began a fetch.
 *
 * @param woken it fetches because it was woken
 * @param mark see {@link Waker#mark}
 */
record WakeTicket(boolean woken, long mark) {}
