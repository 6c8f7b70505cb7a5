/**
 * What the tests of all modules share: one server for a test JVM, private servers to be hurt, and a
 * proxy that loses replies.
 *
 * <p>Owns: which engine a test run uses ({@code -Dechomq.test.engine}), a clean database per test.
 *
 * <p>May import: JUnit, {@code io.echomq.server}, Jedis.
 *
 * <p>Must not import: the provider. It travels to the other modules as a test-jar.
 */
package io.echomq.testing;
