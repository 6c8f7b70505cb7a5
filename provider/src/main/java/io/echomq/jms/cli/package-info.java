/**
 * The command line {@code emq}: every command is a thin face over {@link
 * io.echomq.jms.EchoMQAdmin}.
 *
 * <p>Owns: arguments, tables, JSON, exit codes. May import: the root package, {@code wire}. Must
 * not import: {@code valkey}, any Redis client.
 */
package io.echomq.jms.cli;
