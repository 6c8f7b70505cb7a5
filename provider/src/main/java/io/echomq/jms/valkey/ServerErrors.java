package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The one table from what the server or its connection says to {@link WireError} (wire contract,
 * "The six scripts and eight verbs": an error begins with its class word; unknown words pass
 * through).
 */
final class ServerErrors {
  private static final Map<String, WireError> BY_WORD =
      Map.ofEntries(
          Map.entry("WRONGPASS", WireError.REFUSED_CREDENTIALS),
          Map.entry("NOAUTH", WireError.REFUSED_CREDENTIALS),
          Map.entry("NOPERM", WireError.REFUSED_CREDENTIALS),
          Map.entry("LOADING", WireError.UNAVAILABLE),
          Map.entry("MASTERDOWN", WireError.UNAVAILABLE),
          Map.entry("READONLY", WireError.UNAVAILABLE),
          Map.entry("CLUSTERDOWN", WireError.UNAVAILABLE),
          Map.entry("BUSY", WireError.UNAVAILABLE),
          Map.entry("TRYAGAIN", WireError.UNAVAILABLE),
          Map.entry("NOREPLICAS", WireError.UNAVAILABLE),
          Map.entry("OOM", WireError.QUEUE_FULL),
          Map.entry("EMQFULL", WireError.QUEUE_FULL),
          Map.entry("EMQKIND", WireError.WRONG_KIND),
          Map.entry("EMQSTALE", WireError.STALE_LEASE),
          Map.entry("EMQSTATE", WireError.WRONG_STATE),
          Map.entry("EMQLOCK", WireError.LOCKED),
          Map.entry("EMQRATE", WireError.RATE_LIMITED),
          Map.entry("EMQGONE", WireError.DESTINATION_GONE));

  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          Map.entry("WRONGPASS", "user name or password is wrong; check user and password"),
          Map.entry("NOAUTH", "the server demands a password; set user and password"),
          Map.entry("NOPERM", "the user's ACL forbids this; grant what docs/acl.md lists"),
          Map.entry("LOADING", "the server is still loading its data; try again when it is ready"),
          Map.entry("MASTERDOWN", "this is a replica without its master; address the master"),
          Map.entry("READONLY", "this is a replica; address the master, or use valkey+sentinel://"),
          Map.entry("CLUSTERDOWN", "the cluster is down; try again when it is whole"),
          Map.entry("BUSY", "a script blocks the server; try again, or SCRIPT KILL it"),
          Map.entry("TRYAGAIN", "keys are being moved between nodes; try again"),
          Map.entry("NOREPLICAS", "too few replicas are connected; try again when they are back"),
          Map.entry("EMQFULL", "let consumers run, or raise maxLength and maxBytes"),
          Map.entry("OOM", "the server is out of memory; raise maxmemory or let consumers run"));

  /** Words after which a connection leads to the wrong server and must be dialled anew. */
  private static final List<String> WRONG_SERVER = List.of("READONLY", "MASTERDOWN");

  /** How Redis before 7 wraps the error of a command that a script called. */
  private static final Pattern WRAPPED =
      Pattern.compile("ERR Error running script \\(call to f_\\w+\\): @user_script:\\d+: ");

  private static final String ACL_IN_SCRIPT = "ERR ACL failure in script";

  private ServerErrors() {}

  /** The exception for an error reply; the connection stays usable. */
  static WireException ofReply(String where, JedisDataException error) {
    String text = String.valueOf(error.getMessage());
    String word = word(text);
    String remedy = REMEDIES.get(word);
    String message = where + ": " + text + (remedy == null ? "" : " (" + remedy + ")");
    return new WireException(BY_WORD.getOrDefault(word, WireError.SERVER), message, error);
  }

  /** The exception for trouble with the connection, which is broken from now on. */
  static WireException ofConnection(String where, RuntimeException error) {
    boolean slow = error.getCause() instanceof SocketTimeoutException;
    String what = slow ? "no answer in time (socketTimeout)" : "connection lost";
    String detail = error instanceof JedisConnectionException ? "" : " (" + error.getClass() + ")";
    return new WireException(
        WireError.UNAVAILABLE, where + ": " + what + detail + ": " + error.getMessage(), error);
  }

  /** Whether this exception is a connection lost because no answer came in time. */
  static boolean isTimeOut(WireException error) {
    return error.getCause() instanceof JedisConnectionException lost
        && lost.getCause() instanceof SocketTimeoutException;
  }

  /** Whether this error reply says that the server behind the connection is not the master. */
  static boolean isWrongServer(JedisDataException error) {
    return WRONG_SERVER.contains(word(String.valueOf(error.getMessage())));
  }

  /** Whether this exception is an error reply that begins with this class word. */
  static boolean isReply(WireException error, String word) {
    return error.getCause() instanceof JedisDataException reply
        && word(String.valueOf(reply.getMessage())).equals(word);
  }

  /** The first error in a reply, however deep: errors nest silently in arrays; null when none. */
  static JedisDataException nested(Object reply) {
    if (reply instanceof JedisDataException error) {
      return error;
    }
    if (reply instanceof List<?> list) {
      for (Object element : list) {
        JedisDataException error = nested(element);
        if (error != null) {
          return error;
        }
      }
    }
    return null;
  }

  /** The class word; what a command inside a script answered counts as the answer of the script. */
  private static String word(String text) {
    if (text.startsWith(ACL_IN_SCRIPT)) {
      return "NOPERM";
    }
    Matcher wrapped = WRAPPED.matcher(text);
    String bare = wrapped.lookingAt() ? text.substring(wrapped.end()) : text;
    int space = bare.indexOf(' ');
    String first = space < 0 ? bare : bare.substring(0, space);
    return first.toUpperCase(Locale.ROOT).equals(first) ? first : "";
  }
}
