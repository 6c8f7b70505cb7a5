package io.echomq.jms.jndi;

import java.util.function.UnaryOperator;
import javax.naming.ConfigurationException;

/**
 * Replaces <code>${name}</code> and <code>${name:-default}</code> in the values of properties. A
 * default may hold placeholders itself; <code>$${</code> stands for a literal <code>${</code>.
 */
final class Placeholders {
  private static final String OPEN = "${";
  private static final String OTHERWISE = ":-";

  private final UnaryOperator<String> variables;

  /**
   * Over any source of variables.
   *
   * @param variables the value of a variable, or null
   */
  Placeholders(UnaryOperator<String> variables) {
    this.variables = variables;
  }

  /** Over the system properties, then the environment variables. */
  static Placeholders ofThisJvm() {
    return new Placeholders(
        name -> {
          String property = System.getProperty(name);
          return property == null ? System.getenv(name) : property;
        });
  }

  /**
   * The value with every placeholder replaced. What a variable holds is taken as it is.
   *
   * @param key whose value it is, for the message
   * @throws ConfigurationException when a variable is not set and has no default, or a placeholder
   *     does not end; the message never shows the value, which may hold a password
   */
  String resolve(String key, String value) throws ConfigurationException {
    StringBuilder resolved = new StringBuilder();
    int from = 0;
    for (int at = value.indexOf(OPEN); at >= 0; at = value.indexOf(OPEN, from)) {
      if (at > from && value.charAt(at - 1) == '$') {
        resolved.append(value, from, at - 1).append(OPEN);
        from = at + OPEN.length();
        continue;
      }
      int end = endOf(key, value, at + OPEN.length());
      resolved.append(value, from, at).append(variable(key, value.substring(at + 2, end)));
      from = end + 1;
    }
    return resolved.append(value, from, value.length()).toString();
  }

  private String variable(String key, String inside) throws ConfigurationException {
    int mark = inside.indexOf(OTHERWISE);
    String name = mark < 0 ? inside : inside.substring(0, mark);
    if (name.isEmpty()) {
      throw new ConfigurationException("'" + key + "' has a placeholder without a name");
    }
    String value = variables.apply(name);
    if (value != null) {
      return value;
    }
    if (mark < 0) {
      throw new ConfigurationException(
          "'"
              + key
              + "' uses ${"
              + name
              + "}, which is neither a system property nor an environment variable; set it, or"
              + " write ${"
              + name
              + ":-default}");
    }
    return resolve(key, inside.substring(mark + OTHERWISE.length()));
  }

  /** The place of the brace that ends the placeholder, over those of placeholders inside it. */
  private static int endOf(String key, String value, int from) throws ConfigurationException {
    int depth = 1;
    for (int i = from; i < value.length(); i++) {
      if (value.startsWith(OPEN, i)) {
        depth++;
      } else if (value.charAt(i) == '}' && --depth == 0) {
        return i;
      }
    }
    throw new ConfigurationException("'" + key + "' has a placeholder ${ that does not end");
  }
}
