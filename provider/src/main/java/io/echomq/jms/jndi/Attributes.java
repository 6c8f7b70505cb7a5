package io.echomq.jms.jndi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;

/** The addresses of a reference as name and text, without those that are the container's own. */
final class Attributes {
  /** What Tomcat puts into each reference for itself. */
  private static final Set<String> OF_THE_CONTAINER =
      Set.of("auth", "closeMethod", "description", "factory", "scope", "singleton");

  private Attributes() {}

  /**
   * Reads them in their order; an attribute without content is left out.
   *
   * @throws NamingException when one is no text, or is given twice
   */
  static Map<String, String> of(Reference reference) throws NamingException {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (RefAddr address : Collections.list(reference.getAll())) {
      String name = address.getType();
      if (OF_THE_CONTAINER.contains(name) || address.getContent() == null) {
        continue;
      }
      if (!(address.getContent() instanceof String text)) {
        throw new NamingException(about(reference) + "'" + name + "' must be text");
      }
      if (attributes.put(name, text) != null) {
        throw new NamingException(about(reference) + "'" + name + "' is given twice; keep one");
      }
    }
    return attributes;
  }

  /** How a message about a reference begins. */
  static String about(Reference reference) {
    return "resource of type " + reference.getClassName() + ": ";
  }
}
