package io.echomq.jms.valkey;

/**
 * A Lua script as the runner needs it.
 *
 * @param name for messages, for example {@code send-jobs}
 * @param sha lower-case SHA1 of the source
 * @param source the whole text
 */
record Script(String name, String sha, String source) {}
