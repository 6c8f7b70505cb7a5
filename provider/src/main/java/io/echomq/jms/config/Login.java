package io.echomq.jms.config;

import java.util.List;

/**
 * Who we are to the server. In a URI {@code user}, {@code password} and {@code db} have places of
 * their own ({@code valkey://user:password@host/db}); all are bean properties too.
 *
 * @param user the server's ACL user; empty for its default user
 * @param password that user's password; empty for none
 * @param database the number to SELECT; 0 in a cluster
 * @param clientName what CLIENT LIST shows (CLIENT SETNAME); empty for a name made by the provider
 * @param sentinelUser ACL user of the sentinels themselves; empty for their default user
 * @param sentinelPassword password of the sentinels themselves; empty for none
 */
public record Login(
    String user,
    String password,
    int database,
    String clientName,
    String sentinelUser,
    String sentinelPassword) {
  public static final Option<String> USER =
      Option.of("user", OptionType.TEXT, "", "ACL user of the server; none is its default user.");
  public static final Option<String> PASSWORD = Option.secret("password", "Password of `user`.");
  public static final Option<Integer> DATABASE =
      Option.of(
          "db", OptionType.integer(0, 65_535), "0", "Database to SELECT; only 0 in a cluster.");
  public static final Option<String> CLIENT_NAME =
      Option.of(
          "clientName",
          OptionType.text("text", s -> s.chars().allMatch(c -> c > 32 && c < 127), "no spaces"),
          "",
          "Name shown by CLIENT LIST (CLIENT SETNAME); none lets the provider choose one.");
  public static final Option<String> SENTINEL_USER =
      Option.of("sentinelUser", OptionType.TEXT, "", "ACL user of the sentinels themselves.");
  public static final Option<String> SENTINEL_PASSWORD =
      Option.secret("sentinelPassword", "Password of the sentinels themselves.");

  static final List<Option<?>> OPTIONS =
      List.of(USER, PASSWORD, DATABASE, CLIENT_NAME, SENTINEL_USER, SENTINEL_PASSWORD);

  static Login from(OptionValues values) {
    return new Login(
        values.get(USER),
        values.get(PASSWORD),
        values.get(DATABASE),
        values.get(CLIENT_NAME),
        values.get(SENTINEL_USER),
        values.get(SENTINEL_PASSWORD));
  }

  /** Passwords are masked. */
  @Override
  public String toString() {
    return "Login[user=" + user + ", database=" + database + ", clientName=" + clientName + "]";
  }
}
