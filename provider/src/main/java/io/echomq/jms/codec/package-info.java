/**
 * The stored form of a message: one line of JSON that anybody can read, then the body (design, §2;
 * the table of keys is in {@link io.echomq.jms.codec.HeaderKeys} and docs/payload.md).
 *
 * <p>Owns: {@link io.echomq.jms.codec.PayloadCodec} for jobs, {@link
 * io.echomq.jms.codec.RecordCodec} for stream records, and the JSON they are made of. May import:
 * {@code wire}. Must not import: {@code jakarta.jms}, any Redis client. What can be derived from an
 * id is passed in, since ids belong to the broker.
 */
package io.echomq.jms.codec;
