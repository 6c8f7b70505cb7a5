/**
 * The objects of Jakarta Messaging that an application holds: connection, session, producer,
 * consumer, browser and context.
 *
 * <p>Each is a thin face ({@code Emq…}) over one core class that owns state and life cycle: {@code
 * ConnectionCore} → {@code SessionCore} → {@code ConsumerCore} and {@code SendPath}. Owns: the
 * rules of chapters 6 to 8 about states, threads and callbacks. May import: every lower package but
 * {@code valkey} and {@code codec}. Must not import: any Redis client.
 */
package io.echomq.jms.client;
