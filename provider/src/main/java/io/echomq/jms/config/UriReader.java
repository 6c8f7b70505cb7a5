package io.echomq.jms.config;

import io.echomq.jms.config.Endpoint.Host;
import io.echomq.jms.config.Endpoint.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a connection URI. Written by hand because {@code java.net.URI} knows neither several hosts
 * nor the schemes' plus sign in an authority. No message repeats the user part.
 */
final class UriReader {
  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?]|[^\\[\\]:@\\s]*)(?::(.*))?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,128}");
  private static final Map<String, Kind> TOPOLOGIES =
      Map.of("", Kind.SINGLE, "+sentinel", Kind.SENTINEL, "+cluster", Kind.CLUSTER);
  private static final String SCHEMES =
      "begin with valkey://, valkeys://, redis://, rediss://, valkey+sentinel://,"
          + " valkey+cluster:// or embedded:";

  private final String scheme;
  private final String query;
  private String rest;
  private OptionValues values = OptionValues.NONE;

  private UriReader(String uri) {
    int colon = uri.indexOf(':');
    scheme = colon < 0 ? "" : uri.substring(0, colon).toLowerCase(Locale.ROOT);
    if (colon < 0) {
      throw refuse("(no scheme)", SCHEMES);
    }
    String after = uri.substring(colon + 1);
    if (after.indexOf('#') >= 0) {
      throw refuse("#", "write '#' in a password or value as %23");
    }
    int mark = after.indexOf('?');
    rest = mark < 0 ? after : after.substring(0, mark);
    query = mark < 0 ? "" : after.substring(mark + 1);
  }

  static Options read(String uri) {
    UriReader reader = new UriReader(uri.strip());
    Endpoint endpoint = reader.endpoint();
    OptionValues values = OptionTable.CONNECTION.parseQuery(reader.query, reader.values);
    return new Options(endpoint, values).validated();
  }

  private Endpoint endpoint() {
    if (scheme.equals("embedded")) {
      return embedded();
    }
    int plus = scheme.indexOf('+');
    String base = plus < 0 ? scheme : scheme.substring(0, plus);
    Kind kind = TOPOLOGIES.get(plus < 0 ? "" : scheme.substring(plus));
    boolean tls = base.equals("valkeys") || base.equals("rediss");
    if (kind == null || !(tls || base.equals("valkey") || base.equals("redis"))) {
      throw refuse(scheme + ":", SCHEMES);
    }
    if (!rest.startsWith("//")) {
      throw refuse(scheme + ":", "two slashes follow the scheme: " + scheme + "://host");
    }
    rest = rest.substring(2);
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "" : rest.substring(slash + 1);
    String addresses = login(authority);
    String name = kind == Kind.SENTINEL ? master(path) : "";
    refuseSplitLogin(path);
    database(kind == Kind.SENTINEL ? after(path) : path);
    return new Endpoint(kind, tls, hosts(addresses, kind), name);
  }

  private Endpoint embedded() {
    if (!rest.isEmpty() && !NAME.matcher(rest).matches()) {
      throw refuse("embedded:…", "a name of A-Z a-z 0-9 . _ - may follow: embedded:orders");
    }
    return new Endpoint(Kind.EMBEDDED, false, List.of(), rest);
  }

  /** An @ behind the authority is a password cut in two: nothing of it may be shown. */
  private void refuseSplitLogin(String path) {
    int equals = query.indexOf('=');
    String firstName = equals < 0 ? query : query.substring(0, equals);
    if (path.indexOf('@') >= 0 || firstName.indexOf('@') >= 0) {
      throw refuse(ConfigException.MASK, "write '/' in a password as %2F, '?' as %3F");
    }
  }

  /** Takes user and password off and answers the addresses. */
  private String login(String authority) {
    int at = authority.lastIndexOf('@');
    if (at < 0) {
      return authority;
    }
    String login = authority.substring(0, at);
    int colon = login.indexOf(':');
    String user = Percent.decode(colon < 0 ? login : login.substring(0, colon));
    if (!user.isEmpty()) {
      values = values.put(Login.USER, user);
    }
    if (colon >= 0) {
      values = values.put(Login.PASSWORD, Percent.decode(login.substring(colon + 1)));
    }
    return authority.substring(at + 1);
  }

  private String master(String path) {
    int slash = path.indexOf('/');
    String name = Percent.decode(slash < 0 ? path : path.substring(0, slash));
    if (!NAME.matcher(name).matches()) {
      throw refuse(name, "name the master after the sentinels: valkey+sentinel://h1,h2/master");
    }
    return name;
  }

  private static String after(String path) {
    int slash = path.indexOf('/');
    return slash < 0 ? "" : path.substring(slash + 1);
  }

  private void database(String path) {
    if (!path.isEmpty()) {
      values = values.put(Login.DATABASE, Percent.decode(path));
    }
  }

  private List<Host> hosts(String addresses, Kind kind) {
    int port = kind == Kind.SENTINEL ? Endpoint.DEFAULT_SENTINEL_PORT : Endpoint.DEFAULT_PORT;
    List<Host> hosts = new ArrayList<>();
    for (String address : addresses.split(",", -1)) {
      hosts.add(host(address, port, addresses.indexOf(',') < 0));
    }
    if (kind == Kind.SINGLE && hosts.size() > 1) {
      throw refuse(
          addresses, "one server has one host; for several use valkey+cluster or valkey+sentinel");
    }
    return hosts;
  }

  private static Host host(String address, int defaultPort, boolean mayBeEmpty) {
    Matcher form = HOST.matcher(address);
    if (!form.matches()) {
      throw refuse(address, "write host, host:port or [IPv6]:port, and / in a password as %2F");
    }
    String name = form.group(1);
    if (name.startsWith("[")) {
      name = name.substring(1, name.length() - 1);
    }
    if (name.isEmpty() && !mayBeEmpty) {
      throw refuse(address, "a host is missing");
    }
    return new Host(name.isEmpty() ? "localhost" : name, port(form.group(2), defaultPort));
  }

  private static int port(String text, int defaultPort) {
    if (text == null) {
      return defaultPort;
    }
    int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
    if (port < 1 || port > 65_535) {
      // What is no number may be a password cut in two.
      throw refuse(
          port < 0 ? ConfigException.MASK : text,
          "a port is a number from 1 to 65535; write '/' in a password as %2F, '?' as %3F");
    }
    return port;
  }

  private static ConfigException refuse(String shown, String remedy) {
    return new ConfigException("uri", shown, remedy);
  }
}
