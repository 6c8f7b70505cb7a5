/**
 * The gate: judges a server, and what this project puts on it, by the wire contract alone.
 *
 * <p>Owns: the scenarios, the raw connection they use, the gate record. May import: {@code
 * io.echomq.lua} (the scripts that are judged), {@code io.echomq.server}, {@code
 * io.echomq.jms.config} (to read a URI), the public factories, Jedis. Must not import: {@code
 * io.echomq.jms.valkey}; a judge does not ask the judged.
 */
package io.echomq.tck.gate;
