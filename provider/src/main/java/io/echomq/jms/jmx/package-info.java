/**
 * What operators see and do, as MBeans.
 *
 * <p>Owns: the MXBean interfaces, their object names. May import: the root package, {@code wire}.
 * Must not import: {@code valkey}, any Redis client.
 */
package io.echomq.jms.jmx;
