/**
 * A first program: five thousand orders go through one queue and every one of them is accounted
 * for.
 *
 * <p>Owns: the program and its console output. May import: {@code jakarta.jms} and the public
 * factory {@link io.echomq.jms.EchoMQConnectionFactory}. Must not import: anything else of the
 * provider.
 */
package io.echomq.jms.examples.quickstart;
