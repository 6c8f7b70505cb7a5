/**
 * A private server in a child process, for the {@code embedded:} URI, for a first try and for
 * tests.
 *
 * <p>Owns: finding a server binary, starting it on a loopback port with a random password, knowing
 * when it is ready, and ending it with the JVM whatever way the JVM ends.
 *
 * <p>May import: the JDK and SLF4J.
 *
 * <p>Must not import: a client library, the provider, or Jakarta Messaging. It lives in the lowest
 * module so that the tests of the scripts can use it.
 */
package io.echomq.server;
