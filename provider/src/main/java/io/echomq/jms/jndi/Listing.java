package io.echomq.jms.jndi;

import java.util.Iterator;
import java.util.List;
import javax.naming.NamingEnumeration;

/** A list as JNDI hands it out. For one thread. */
final class Listing<T> implements NamingEnumeration<T> {
  private final Iterator<T> rest;

  Listing(List<T> all) {
    this.rest = all.iterator();
  }

  @Override
  public boolean hasMore() {
    return rest.hasNext();
  }

  @Override
  public T next() {
    return rest.next();
  }

  @Override
  public boolean hasMoreElements() {
    return rest.hasNext();
  }

  @Override
  public T nextElement() {
    return rest.next();
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
