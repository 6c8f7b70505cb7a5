package io.echomq.jms.config;

import io.echomq.jms.config.Endpoint.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The configuration of a connection factory: immutable, equal by content, the same as a URI and as
 * a set of bean properties. {@code parse(toUri())} equals it; {@link #toString()} masks passwords.
 *
 * @param endpoint where the server is
 * @param values every option that was set
 */
public record Options(Endpoint endpoint, OptionValues values) {
  /** The address that is used when none is given. */
  public static final String DEFAULT_URI = "valkey://localhost:6379";

  private static final Set<Option<?>> PLACED = Set.of(Login.USER, Login.PASSWORD, Login.DATABASE);

  /** Checks that no part is missing. */
  public Options {
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(values, "values");
  }

  /** A server on this machine, every option at its default. */
  public static Options defaults() {
    return parse(DEFAULT_URI);
  }

  /**
   * Reads a URI of one of the forms
   *
   * <pre>
   * valkey://[user[:password]@]host[:port][/db]?option=value&amp;…      valkeys:// for TLS
   * valkey+sentinel://[user[:password]@]host[:port],…/master[/db]?…   valkeys+sentinel:// for TLS
   * valkey+cluster://[user[:password]@]host[:port],…?…                valkeys+cluster:// for TLS
   * embedded:[name]?…
   * </pre>
   *
   * with {@code redis} and {@code rediss} as aliases of {@code valkey} and {@code valkeys}. User,
   * password and values are percent-decoded; a plus sign is itself.
   *
   * @param uri null or blank for {@link #DEFAULT_URI}
   * @throws ConfigException naming the option, its value and the remedy
   */
  public static Options parse(String uri) {
    return UriReader.read(uri == null || uri.isBlank() ? DEFAULT_URI : uri);
  }

  /**
   * A copy with one option set, as a bean property does it. Rules between options are not checked
   * here, since properties are set one after the other: see {@link #validated()}.
   *
   * @param name the option's name as in the URI
   * @param value its text, not percent-encoded; null sets the option back to its default
   * @throws ConfigException when the name is unknown or the value is refused
   */
  public Options with(String name, String value) {
    Option<?> option = OptionTable.CONNECTION.named(name);
    return new Options(
        endpoint, value == null ? values.without(option) : values.put(option, value));
  }

  /**
   * The text of one option, as {@link #with} takes it.
   *
   * @return null when it was not set
   * @throws ConfigException when the name is unknown
   */
  public String text(String name) {
    return values.text(OptionTable.CONNECTION.named(name)).orElse(null);
  }

  /** A copy that logs in as somebody else; null or empty is the server's default user. */
  public Options withLogin(String user, String password) {
    return with("user", user).with("password", password);
  }

  /** A copy with another address; all options stay. */
  public Options withEndpoint(Endpoint other) {
    return new Options(other, values);
  }

  /** The options in force for one destination: what its name sets wins. */
  public Options overriddenBy(DestinationOptions destination) {
    return new Options(endpoint, values.overriddenBy(destination.values()));
  }

  /**
   * Checks the rules between options; {@link #parse} has done so. To be called before a connection
   * is made when options were set one by one.
   *
   * @throws ConfigException naming the option, its value and the remedy
   */
  public Options validated() {
    refuseIf(
        receiving().beat().compareTo(receiving().lease()) >= 0,
        Receiving.BEAT,
        "it must be shorter than lease");
    refuseIf(
        timeouts().reconnectMin().compareTo(timeouts().reconnectMax()) > 0,
        Timeouts.RECONNECT_MIN,
        "it must not be longer than reconnectMax");
    refuseIf(
        endpoint.kind() == Kind.CLUSTER && login().database() != 0,
        Login.DATABASE,
        "a cluster has database 0 only");
    refuseIf(
        client().protocolVersions().isEmpty(),
        Client.PROTOCOL_VERSIONS,
        "name at least one version, such as echomq:2.0.0");
    for (Option<?> option : Tls.OPTIONS) {
      refuseIf(!endpoint.tls() && values.has(option), option, "it needs a valkeys:// address");
    }
    for (Option<?> option : List.of(Login.SENTINEL_USER, Login.SENTINEL_PASSWORD)) {
      refuseIf(
          endpoint.kind() != Kind.SENTINEL && values.has(option),
          option,
          "it needs a valkey+sentinel:// address");
    }
    for (Option<?> option : List.of(Login.USER, Login.PASSWORD)) {
      refuseIf(
          endpoint.kind() == Kind.EMBEDDED && values.has(option),
          option,
          "an embedded server makes its own login; leave it out");
    }
    return this;
  }

  private void refuseIf(boolean wrong, Option<?> option, String remedy) {
    if (wrong) {
      throw option.refuse(values.text(option).orElse(option.defaultText()), remedy);
    }
  }

  /** The value in force. */
  public <T> T get(Option<T> option) {
    return values.get(option);
  }

  /** Who we are to the server. */
  public Login login() {
    return Login.from(values);
  }

  /** Trust and identity, when {@code endpoint().tls()}. */
  public Tls tls() {
    return Tls.from(values);
  }

  /** How long we wait for the server. */
  public Timeouts timeouts() {
    return Timeouts.from(values);
  }

  /** What connections are and allow. */
  public Client client() {
    return Client.from(values);
  }

  /** How messages are claimed and held. */
  public Receiving receiving() {
    return Receiving.from(values);
  }

  /** What happens to unacknowledged messages. */
  public Redelivery redelivery() {
    return Redelivery.from(values);
  }

  /** What PERSISTENT means. */
  public Durability durability() {
    return Durability.from(values);
  }

  /** How messages are put on the wire. */
  public Sending sending() {
    return Sending.from(values);
  }

  /** What topics keep. */
  public Retention retention() {
    return Retention.from(values);
  }

  /** The whole configuration as a URI, passwords included: not for logs. */
  public String toUri() {
    return uri(false);
  }

  /** The whole configuration as a URI, every password masked: for logs. */
  @Override
  public String toString() {
    return uri(true);
  }

  private String uri(boolean mask) {
    if (endpoint.kind() == Kind.EMBEDDED) {
      Set<Option<?>> none = Set.of();
      return endpoint + OptionTable.CONNECTION.formatQuery(values, none, mask);
    }
    StringBuilder uri = new StringBuilder(endpoint.scheme()).append("//");
    uri.append(Percent.encodeUserInfo(values.get(Login.USER)));
    if (values.has(Login.PASSWORD)) {
      String password = Percent.encodeUserInfo(values.get(Login.PASSWORD));
      uri.append(':').append(mask ? ConfigException.MASK : password);
    }
    boolean login = uri.charAt(uri.length() - 1) != '/';
    uri.append(login ? "@" : "").append(endpoint.authority());
    uri.append(endpoint.kind() == Kind.SENTINEL ? "/" + endpoint.name() : "");
    values.text(Login.DATABASE).ifPresent(db -> uri.append('/').append(db));
    return uri.append(OptionTable.CONNECTION.formatQuery(values, PLACED, mask)).toString();
  }
}
