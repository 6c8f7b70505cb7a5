/**
 * An order service of plain Jakarta EE: it knows the standard's interfaces and the names that the
 * administrator has given to queues and factories, and nothing of the messaging provider.
 */
package io.echomq.examples.orders;
