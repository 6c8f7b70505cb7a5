/**
 * The way of messages from the broker to the threads that consume them.
 *
 * <p>Owns: the buffers of consumers and their credit, leases and their extension, waking and
 * parking, dispatch threads. May import: {@code wire}, {@code selector}. Must not import: {@code
 * jakarta.jms}, any Redis client, any other package of ours.
 *
 * <p>A thread that wants a message (a {@code receive()} caller, or the dispatch thread of a
 * session) takes it from its {@link io.echomq.jms.delivery.Feed}, which asks the broker itself when
 * its buffer is empty; when there is nothing, the feed waits at the one {@code Waker} of the
 * connection. So there is no thread for a consumer: a connection has a waker and a housekeeper,
 * both started on first need, and a session with listeners has one {@link
 * io.echomq.jms.delivery.Dispatcher}.
 *
 * <p>Locks: the monitors of feed, dispatcher and waker are never held together, nor during a call
 * to the broker or to a handler.
 */
package io.echomq.jms.delivery;
