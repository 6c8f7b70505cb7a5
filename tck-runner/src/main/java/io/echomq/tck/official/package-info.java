/**
 * Runs the official TCK of Jakarta Messaging against the provider.
 *
 * <p>Owns: finding its test classes, sharding them over servers and JVMs, ending what hangs, the
 * exclusions, the report. May import: {@code worker}, {@code io.echomq.server}. Must not import:
 * the provider; the tests meet it through JNDI.
 */
package io.echomq.tck.official;
