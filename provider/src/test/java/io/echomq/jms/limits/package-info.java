/** What the provider may cost: heap, threads, connections. */
package io.echomq.jms.limits;
