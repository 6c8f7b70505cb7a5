/**
 * The broker on Valkey, and everything that knows that there is a server.
 *
 * <p>Owns: connections ({@link io.echomq.jms.valkey.Link}), the version fence, key names, branded
 * ids, running scripts, leases of names and node numbers, and the {@link io.echomq.jms.wire.Broker}
 * on top of them. The only importer of Jedis. May import: {@code codec}, {@code wire}, {@code
 * config}, {@code io.echomq.lua}, {@code io.echomq.server}. Must not import: {@code jakarta.jms},
 * any package of a higher rank.
 */
package io.echomq.jms.valkey;
