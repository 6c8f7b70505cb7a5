/**
 * How failures are told: {@link io.echomq.jms.wire.WireError} → {@code JMSException} → {@code
 * JMSRuntimeException}.
 *
 * <p>Owns: the two tables, and the error codes {@code EMQ-…}. May import: {@code wire}. Must not
 * import: anything else of ours.
 */
package io.echomq.jms.errors;
