package io.echomq.jms.ra;

import io.echomq.jms.EchoMQXAConnectionFactory;
import java.io.Serializable;
import java.util.Objects;

/**
 * Which server, as administrators configure it: the adapter's, which a connection factory or an
 * activation may override.
 *
 * @param uri null for the adapter's, and there for {@code valkey://localhost:6379}
 * @param user null for the URI's
 * @param password null for the URI's
 */
record ServerProperties(String uri, String user, String password) implements Serializable {
  static final ServerProperties NONE = new ServerProperties(null, null, null);

  /** These, and what they leave open from the others. */
  ServerProperties or(ServerProperties others) {
    if (uri != null) {
      return this;
    }
    boolean own = user != null;
    return new ServerProperties(
        others.uri, own ? user : others.user, own ? password : others.password);
  }

  /** One URI with everything; the credentials set apart win over those in it. */
  String toUri() {
    EchoMQXAConnectionFactory factory = new EchoMQXAConnectionFactory(uri);
    if (user != null) {
      factory.setUser(user);
    }
    if (password != null) {
      factory.setPassword(password);
    }
    return Objects.requireNonNull(factory.getUri());
  }

  /** Null for text that says nothing: some servers pass empty strings for what is not set. */
  static String blankToNull(String text) {
    return text == null || text.isBlank() ? null : text.trim();
  }

  /** Never shows passwords. */
  @Override
  public String toString() {
    return new EchoMQXAConnectionFactory(uri).toString();
  }
}
