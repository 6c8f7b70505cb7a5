/**
 * The conformance suite of our own: runs the demands of Jakarta Messaging against any provider, and
 * writes down what was found.
 *
 * <p>Owns: what a demand is, how the provider under test is met, running the suite, the text of
 * {@code docs/compliance.md}. May import: JUnit, {@code jakarta.jms}, {@code io.echomq.server} for
 * a server of its own. Must not import: the provider; it is met through JNDI alone.
 */
package io.echomq.tck.conformance;
