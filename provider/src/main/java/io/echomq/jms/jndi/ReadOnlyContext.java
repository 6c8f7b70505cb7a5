package io.echomq.jms.jndi;

import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;

/**
 * A context whose names were fixed when it was made. It is never changed, so it may be used by all
 * threads; closing it releases nothing.
 */
@SuppressWarnings("BanJNDI") // It is the lookup: out of its own tree, nothing is deserialized.
final class ReadOnlyContext extends RefusingContext {
  private static final NameParser PARSER = CompositeName::new;

  private final Directory directory;
  private final String path;
  private final Map<?, ?> environment;

  /**
   * A view of a directory.
   *
   * @param path where it stands below the initial context; empty for that one itself
   * @param environment what the initial context was made from
   */
  ReadOnlyContext(Directory directory, String path, Map<?, ?> environment) {
    this.directory = directory;
    this.path = path;
    this.environment = environment;
  }

  @Override
  public Object lookup(Name name) throws NamingException {
    if (name.isEmpty()) {
      return new ReadOnlyContext(directory, path, environment);
    }
    Object found;
    try {
      found = directory.find(Collections.list(name.getAll()));
    } catch (NamingException refused) {
      refused.setRemainingName(name);
      throw refused;
    }
    return exported(name.toString(), found);
  }

  @Override
  public Object lookup(String name) throws NamingException {
    return lookup(PARSER.parse(name));
  }

  @Override
  public Object lookupLink(Name name) throws NamingException {
    return lookup(name);
  }

  @Override
  public Object lookupLink(String name) throws NamingException {
    return lookup(name);
  }

  @Override
  public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
    ReadOnlyContext context = context(name);
    List<NameClassPair> pairs =
        context.directory.entries().entrySet().stream()
            .map(
                entry ->
                    new NameClassPair(
                        entry.getKey(),
                        context.exported(entry.getKey(), entry.getValue()).getClass().getName()))
            .toList();
    return new Listing<>(pairs);
  }

  @Override
  public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
    return list(PARSER.parse(name));
  }

  @Override
  public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
    ReadOnlyContext context = context(name);
    List<Binding> bindings =
        context.directory.entries().entrySet().stream()
            .map(
                entry ->
                    new Binding(entry.getKey(), context.exported(entry.getKey(), entry.getValue())))
            .toList();
    return new Listing<>(bindings);
  }

  @Override
  public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
    return listBindings(PARSER.parse(name));
  }

  @Override
  public NameParser getNameParser(Name name) throws NamingException {
    context(name);
    return PARSER;
  }

  @Override
  public NameParser getNameParser(String name) throws NamingException {
    return getNameParser(PARSER.parse(name));
  }

  @Override
  public Name composeName(Name name, Name prefix) throws NamingException {
    return ((Name) prefix.clone()).addAll(name);
  }

  @Override
  public String composeName(String name, String prefix) throws NamingException {
    return composeName(PARSER.parse(name), PARSER.parse(prefix)).toString();
  }

  @Override
  public String getNameInNamespace() {
    return path;
  }

  @Override
  public Hashtable<?, ?> getEnvironment() {
    return new Hashtable<>(environment);
  }

  @Override
  public void close() {
    // Holds nothing: the objects it hands out live on their own.
  }

  private ReadOnlyContext context(Name name) throws NamingException {
    if (lookup(name) instanceof ReadOnlyContext context) {
      return context;
    }
    NamingException told = new NotContextException("'" + name + "' is an object, no context");
    told.setRemainingName(name);
    throw told;
  }

  private Object exported(String name, Object found) {
    return found instanceof Directory below
        ? new ReadOnlyContext(below, path.isEmpty() ? name : path + "/" + name, environment)
        : found;
  }
}
