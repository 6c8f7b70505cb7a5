package io.echomq.jms.jndi;

import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;

/** Every method of a context that would change it: each is refused, with the remedy. */
abstract class RefusingContext implements Context {

  @Override
  public final void bind(Name name, Object object) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void bind(String name, Object object) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void rebind(Name name, Object object) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void rebind(String name, Object object) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void unbind(Name name) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void unbind(String name) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void rename(Name from, Name to) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void rename(String from, String to) throws NamingException {
    throw readOnly();
  }

  @Override
  public final Context createSubcontext(Name name) throws NamingException {
    throw readOnly();
  }

  @Override
  public final Context createSubcontext(String name) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void destroySubcontext(Name name) throws NamingException {
    throw readOnly();
  }

  @Override
  public final void destroySubcontext(String name) throws NamingException {
    throw readOnly();
  }

  /** Refused because names are made from the environment once, when the context is made. */
  @Override
  public final Object addToEnvironment(String key, Object value) throws NamingException {
    throw readOnly();
  }

  /** Refused for the reason of {@link #addToEnvironment}. */
  @Override
  public final Object removeFromEnvironment(String key) throws NamingException {
    throw readOnly();
  }

  private static NamingException readOnly() {
    return new OperationNotSupportedException(
        "this context is read-only: names are bound by the properties it is made from, as in"
            + " queue.<name>=<queue>");
  }
}
