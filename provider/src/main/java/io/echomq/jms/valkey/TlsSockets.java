package io.echomq.jms.valkey;

import io.echomq.jms.config.Endpoint.Host;
import io.echomq.jms.config.Tls;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Makes TLS sockets as the options of a {@code valkeys} address say.
 *
 * <p>Threads: any (immutable).
 */
final class TlsSockets {
  private final SSLContext context;
  private final boolean verifyHost;

  /**
   * Reads the stores.
   *
   * @throws WireException {@link WireError#MISCONFIGURED} when one cannot be read, by the option's
   *     name
   */
  TlsSockets(Tls tls) throws WireException {
    try {
      context = SSLContext.getInstance("TLS");
      context.init(keys(tls), trust(tls), null);
    } catch (GeneralSecurityException refused) {
      throw refuse(Tls.TRUST_STORE.name(), tls.trustStore(), refused);
    }
    verifyHost = tls.verifyHost();
  }

  /** Shakes hands; on failure the socket is closed. */
  SSLSocket wrap(Socket raw, Host host, Deadline deadline) throws WireException {
    try {
      raw.setSoTimeout(deadline.leftMillis());
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(raw, host.name(), host.port(), true);
      if (verifyHost) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      socket.startHandshake();
      return socket;
    } catch (IOException failed) {
      Sockets.closeAfter(raw, failed);
      throw explain(host, failed, deadline);
    }
  }

  private static WireException explain(Host host, IOException failed, Deadline deadline) {
    if (causedBy(failed, CertificateException.class)) {
      return new WireException(
          WireError.REFUSED_CREDENTIALS,
          host
              + ": the server's certificate is not trusted ("
              + failed.getMessage()
              + "); set trustStore, or use the host name that the certificate is for",
          failed);
    }
    if (failed instanceof SSLException && String.valueOf(failed.getMessage()).contains("cert")) {
      return new WireException(
          WireError.REFUSED_CREDENTIALS,
          host + ": the server refused our certificate (" + failed.getMessage() + "); set keyStore",
          failed);
    }
    String what =
        failed instanceof SocketTimeoutException
            ? "no TLS answer within " + deadline.totalMillis() + " ms"
            : "no TLS connection (" + failed.getMessage() + ")";
    return new WireException(
        WireError.UNAVAILABLE,
        host + ": " + what + "; if the port is a plain one, use valkey:// and not valkeys://",
        failed);
  }

  private static boolean causedBy(Throwable failed, Class<? extends Throwable> type) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static KeyManager[] keys(Tls tls) throws GeneralSecurityException, WireException {
    if (tls.keyStore().isEmpty()) {
      return null;
    }
    char[] password = tls.keyStorePassword().toCharArray();
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(load(Tls.KEY_STORE.name(), tls.keyStore(), password), password);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trust(Tls tls) throws GeneralSecurityException, WireException {
    if (tls.trustStore().isEmpty()) {
      return null;
    }
    char[] password = tls.trustStorePassword().toCharArray();
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(load(Tls.TRUST_STORE.name(), tls.trustStore(), password));
    return factory.getTrustManagers();
  }

  private static KeyStore load(String option, String path, char[] password) throws WireException {
    char[] secret = password.length == 0 ? null : password;
    // The JDK's PKCS12 provider reads JKS files too (keystore.type.compat).
    try (InputStream in = Files.newInputStream(Path.of(path))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, secret);
      return store;
    } catch (IOException | GeneralSecurityException unreadable) {
      throw refuse(option, path, unreadable);
    }
  }

  private static WireException refuse(String option, String path, Exception cause) {
    return new WireException(
        WireError.MISCONFIGURED,
        "option "
            + option
            + "='"
            + path
            + "' must be a readable PKCS12 or JKS file, and its password right ("
            + cause
            + ")",
        cause);
  }
}
