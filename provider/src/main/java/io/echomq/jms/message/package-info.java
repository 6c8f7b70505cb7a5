/**
 * The six message types of Jakarta Messaging over {@link io.echomq.jms.wire.MessageData}.
 *
 * <p>Owns: header, property and body rules (chapter 3), copies of other providers' messages, the
 * allow-list for object bodies. May import: {@code destination}, {@code errors}, {@code wire}. Must
 * not import: {@code codec} (how a message is stored is the broker's affair).
 */
package io.echomq.jms.message;
