package io.echomq.jms.jndi;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;

/** Names that were bound one by one. Filled by {@link AdministeredObjects}, then only read. */
final class NamedDirectory implements Directory {
  private final SortedMap<String, Object> entries = new TreeMap<>();

  /**
   * Binds an object, with the directories on its path.
   *
   * @return false when the name, or an object on its path, is bound already; nothing is changed
   */
  boolean bind(List<String> path, Object object) {
    Object present = entries.get(path.get(0));
    if (path.size() == 1) {
      return present == null && entries.put(path.get(0), object) == null;
    }
    NamedDirectory next = present == null ? new NamedDirectory() : asNamed(present);
    if (next == null || !next.bind(path.subList(1, path.size()), object)) {
      return false;
    }
    entries.put(path.get(0), next);
    return true;
  }

  @Override
  public Object find(List<String> path) throws NamingException {
    Object present = entries.get(path.get(0));
    if (present == null) {
      throw new NameNotFoundException(
          "nothing is bound to '" + path.get(0) + "'; bound here: " + entries.keySet());
    }
    if (path.size() == 1) {
      return present;
    }
    if (present instanceof Directory directory) {
      return directory.find(path.subList(1, path.size()));
    }
    throw new NotContextException(
        "'" + path.get(0) + "' is an object; nothing can be bound below it");
  }

  @Override
  public SortedMap<String, Object> entries() {
    return Collections.unmodifiableSortedMap(entries);
  }

  private static NamedDirectory asNamed(Object present) {
    return present instanceof NamedDirectory named ? named : null;
  }
}
