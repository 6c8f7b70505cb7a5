/**
 * What threads may do to a client at the worst moment: interrupt it, close it, stop it, fail it,
 * crowd it.
 */
package io.echomq.jms.races;
