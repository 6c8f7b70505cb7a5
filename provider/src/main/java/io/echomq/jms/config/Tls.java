package io.echomq.jms.config;

import java.util.List;

/**
 * Trust and identity of a {@code valkeys} connection. Refused on an address without TLS.
 *
 * @param trustStore path of a PKCS12 or JKS file; empty for the JVM's own trust store
 * @param trustStorePassword its password; empty for none
 * @param keyStore path of a PKCS12 or JKS file with the client's certificate; empty for none
 * @param keyStorePassword its password; empty for none
 * @param verifyHost whether the certificate must be the host's
 */
public record Tls(
    String trustStore,
    String trustStorePassword,
    String keyStore,
    String keyStorePassword,
    boolean verifyHost) {
  public static final Option<String> TRUST_STORE =
      Option.of(
          "trustStore",
          OptionType.TEXT,
          "",
          "Path of a PKCS12 or JKS trust store; none is the JVM's own.");
  public static final Option<String> TRUST_STORE_PASSWORD =
      Option.secret("trustStorePassword", "Password of the trust store.");
  public static final Option<String> KEY_STORE =
      Option.of(
          "keyStore",
          OptionType.TEXT,
          "",
          "Path of a PKCS12 or JKS store with the client certificate.");
  public static final Option<String> KEY_STORE_PASSWORD =
      Option.secret("keyStorePassword", "Password of the key store.");
  public static final Option<Boolean> VERIFY_HOST =
      Option.of(
          "verifyHost",
          OptionType.BOOLEAN,
          "true",
          "Whether the server's certificate must name the host.");

  static final List<Option<?>> OPTIONS =
      List.of(TRUST_STORE, TRUST_STORE_PASSWORD, KEY_STORE, KEY_STORE_PASSWORD, VERIFY_HOST);

  static Tls from(OptionValues values) {
    return new Tls(
        values.get(TRUST_STORE),
        values.get(TRUST_STORE_PASSWORD),
        values.get(KEY_STORE),
        values.get(KEY_STORE_PASSWORD),
        values.get(VERIFY_HOST));
  }

  /** Passwords are left out. */
  @Override
  public String toString() {
    return "Tls[trustStore="
        + trustStore
        + ", keyStore="
        + keyStore
        + ", verifyHost="
        + verifyHost
        + "]";
  }
}
