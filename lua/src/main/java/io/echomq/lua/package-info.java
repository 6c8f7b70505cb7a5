/**
 * The scripts of the wire contract, and the catalogue that serves them.
 *
 * <p>Owns: the Lua sources (resources of this package), their digests and key counts. May import:
 * nothing of ours. Must not import: any Redis client; whoever runs a script brings his own.
 */
package io.echomq.lua;
