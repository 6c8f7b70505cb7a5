/**
 * Distributed transactions with Narayana as the transaction manager, and H2 as the other resource.
 */
package io.echomq.jms.transactions;
