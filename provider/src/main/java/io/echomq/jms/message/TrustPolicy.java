package io.echomq.jms.message;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Which classes the body of an object message may hold when it is read: JDK value types and
 * collections, and the classes of trusted packages (design, §8). Everything else is refused before
 * it is loaded into an object, since a message's sender is not to be trusted with the choice.
 *
 * <p>Threads: immutable; safe for use by any thread.
 */
public final class TrustPolicy {
  /** Trusts nothing but JDK value types. */
  public static final TrustPolicy VALUES_ONLY = new TrustPolicy(List.of());

  /** Whole packages of values. */
  private static final List<String> VALUE_PACKAGES =
      List.of("java.time.", "java.math.", "java.util.concurrent.atomic.");

  private static final Set<String> VALUE_CLASSES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.Object",
          "java.lang.Short",
          "java.lang.String",
          "java.lang.String$CaseInsensitiveComparator",
          "java.lang.StringBuffer",
          "java.lang.StringBuilder",
          "java.net.InetAddress",
          "java.net.Inet4Address",
          "java.net.Inet6Address",
          "java.net.URI",
          "java.sql.Date",
          "java.sql.Time",
          "java.sql.Timestamp",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.AbstractQueue",
          "java.util.AbstractSet",
          "java.util.ArrayDeque",
          "java.util.ArrayList",
          "java.util.BitSet",
          "java.util.Calendar",
          "java.util.CollSer",
          "java.util.Currency",
          "java.util.Date",
          "java.util.EnumMap",
          "java.util.EnumSet",
          "java.util.GregorianCalendar",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.Hashtable",
          "java.util.IdentityHashMap",
          "java.util.LinkedHashMap",
          "java.util.LinkedHashSet",
          "java.util.LinkedList",
          "java.util.Locale",
          "java.util.Map$Entry",
          "java.util.PriorityQueue",
          "java.util.Properties",
          "java.util.RegularEnumSet",
          "java.util.SimpleTimeZone",
          "java.util.Stack",
          "java.util.TimeZone",
          "java.util.TreeMap",
          "java.util.TreeSet",
          "java.util.UUID",
          "java.util.Vector",
          "java.util.concurrent.ConcurrentHashMap",
          "java.util.concurrent.ConcurrentLinkedQueue",
          "java.util.concurrent.ConcurrentSkipListMap",
          "java.util.concurrent.ConcurrentSkipListSet",
          "java.util.concurrent.CopyOnWriteArrayList",
          "java.util.concurrent.CopyOnWriteArraySet",
          "java.util.concurrent.locks.AbstractOwnableSynchronizer",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer",
          "java.util.concurrent.locks.ReentrantLock",
          "sun.util.calendar.ZoneInfo");

  /**
   * Classes inside these are values too: wrappers and views of collections, which need no trust.
   */
  private static final List<String> VALUE_HOLDERS =
      List.of(
          "java.util.AbstractMap$",
          "java.util.Arrays$",
          "java.util.Collections$",
          "java.util.Comparators$",
          "java.util.EnumSet$",
          "java.util.ImmutableCollections$",
          "java.util.concurrent.ConcurrentHashMap$",
          "java.util.concurrent.locks.ReentrantLock$");

  private final List<String> prefixes;

  /**
   * @param trustedPackages packages, with their subpackages, whose classes may be read besides the
   *     values of the JDK; {@code trustedPackages} of the connection
   */
  public TrustPolicy(Collection<String> trustedPackages) {
    this.prefixes = trustedPackages.stream().map(name -> name + ".").toList();
  }

  /** True when objects of the class, or of an array's element class, may be made from a message. */
  boolean allows(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    String name = element.getName();
    return element.isPrimitive()
        || VALUE_CLASSES.contains(name)
        || beginsWithOneOf(VALUE_PACKAGES, name)
        || beginsWithOneOf(VALUE_HOLDERS, name)
        || beginsWithOneOf(prefixes, name);
  }

  private static boolean beginsWithOneOf(List<String> prefixes, String name) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
