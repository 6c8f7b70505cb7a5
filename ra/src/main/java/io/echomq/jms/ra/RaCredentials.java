package io.echomq.jms.ra;

import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.security.PasswordCredential;
import java.io.Serializable;
import javax.security.auth.Subject;

/**
 * Who connects; what pooled connections are told apart by.
 *
 * @param user null: the user of the adapter's or the factory's own configuration
 */
record RaCredentials(String user, String password) implements ConnectionRequestInfo, Serializable {
  /** The configuration's own. */
  static final RaCredentials OWN = new RaCredentials(null, null);

  /** Some servers pass empty text for nobody in particular. */
  static RaCredentials named(String user, String password) {
    return user == null || user.isBlank() ? OWN : new RaCredentials(user, password);
  }

  /** Those that the container gives, else those that the application asked for, else our own. */
  static RaCredentials of(
      Subject subject, ConnectionRequestInfo request, ManagedConnectionFactory factory) {
    if (subject != null) {
      for (PasswordCredential each : subject.getPrivateCredentials(PasswordCredential.class)) {
        if (factory.equals(each.getManagedConnectionFactory())) {
          char[] password = each.getPassword();
          return named(each.getUserName(), password == null ? null : new String(password));
        }
      }
    }
    return request instanceof RaCredentials asked ? asked : OWN;
  }

  /** Never shows the password. */
  @Override
  public String toString() {
    return user == null ? "the configured user" : "user " + user;
  }
}
