/**
 * Queues, topics and temporary destinations as objects of Jakarta Messaging, and their JNDI {@code
 * Reference}.
 *
 * <p>Owns: names with options as users write them ({@code orders?payload=raw}), equality of
 * destinations, conversion of other providers' destination objects. May import: {@code wire}. Must
 * not import: {@code config} (what an option means is decided where it is used).
 */
package io.echomq.jms.destination;
