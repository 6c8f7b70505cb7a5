/**
 * The JVM that runs one test class and tells its parent, line by line, what happens.
 *
 * <p>Owns: the lines between the two ({@link io.echomq.tck.worker.TestEvent}), running a class with
 * the JUnit Platform, how a failure is told. May import: JUnit Platform, {@code jakarta.jms}. Must
 * not import: any other package of this project; the provider is met through JNDI alone.
 */
package io.echomq.tck.worker;
