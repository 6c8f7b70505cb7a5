package io.echomq.jms.jndi;

import java.util.List;
import java.util.SortedMap;
import javax.naming.NamingException;

/** What is bound below one name: a context's content. Threads: immutable. */
sealed interface Directory permits NamedDirectory, DynamicDirectory {

  /**
   * What is bound at a path below this one.
   *
   * @param path at least one component
   * @return an administered object or a {@link Directory}
   * @throws javax.naming.NameNotFoundException when nothing is bound there
   * @throws javax.naming.NotContextException when an object is bound above it
   */
  Object find(List<String> path) throws NamingException;

  /** What can be listed, by its last name; objects and directories. */
  SortedMap<String, Object> entries();
}
