/**
 * Configuration: connection URIs and destination option strings become immutable, validated values.
 *
 * <p>Owns: the table of every option ({@link io.echomq.jms.config.OptionTable}), the URI schemes
 * ({@link io.echomq.jms.config.Endpoint}), and the two results {@link io.echomq.jms.config.Options}
 * and {@link io.echomq.jms.config.DestinationOptions}. Every refusal is a {@link
 * io.echomq.jms.config.ConfigException} that names the option, the value and the remedy.
 *
 * <p>May import: the JDK only. Must not import: {@code jakarta.jms}, Jedis, any other package of
 * this project.
 */
package io.echomq.jms.config;
