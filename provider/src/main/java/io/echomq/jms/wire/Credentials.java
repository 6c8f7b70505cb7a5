package io.echomq.jms.wire;

/**
 * Who connects.
 *
 * @param user null: the server's default user
 * @param password null: none
 */
public record Credentials(String user, String password) {
  /** Never shows the password. */
  @Override
  public String toString() {
    return "Credentials[user=" + user + "]";
  }
}
