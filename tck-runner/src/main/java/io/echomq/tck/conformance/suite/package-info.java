/**
 * The demands themselves, a class for each kind; a method is one demand of one section.
 *
 * <p>Owns: what Jakarta Messaging 3.1 demands, chapter by chapter. May import: JUnit, {@code
 * jakarta.jms}, the package above. Must not import: anything else of this project, so that any
 * provider can be judged.
 */
package io.echomq.tck.conformance.suite;
