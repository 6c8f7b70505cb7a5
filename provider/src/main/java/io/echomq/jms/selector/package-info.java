/**
 * Message selectors (Jakarta Messaging 3.1, §3.8): text → tokens → expression → decision.
 *
 * <p>Owns: {@link io.echomq.jms.selector.Selector}, its lexer, parser and expression records, their
 * evaluation over a {@link io.echomq.jms.selector.PropertySource}, and the same expression as data
 * for the evaluator in the server ({@link io.echomq.jms.selector.SelectorProgram} and {@code
 * lib/selector.lua}). Everything here is immutable and free of threads.
 *
 * <p>May import: the JDK only. Must not import: {@code jakarta.jms}, Jedis, any other package of
 * this project.
 */
package io.echomq.jms.selector;
