package io.echomq.jms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;

/**
 * Reads one serialized object under a {@link TrustPolicy}. Sizes are bounded by the length of the
 * body: no array that claims more elements than the body has bytes is allocated.
 *
 * <p>Threads: for one thread.
 */
final class GuardedObjectInput extends ObjectInputStream {
  /** Deepest nesting of objects; a few hundred more would overflow an ordinary stack. */
  private static final int MAX_DEPTH = 200;

  private final TrustPolicy trust;
  private final long maxArray;
  private String refused;

  GuardedObjectInput(byte[] serialized, TrustPolicy trust) throws IOException {
    super(new ByteArrayInputStream(serialized));
    this.trust = trust;
    // Hash tables are allocated with room to spare, so a little more than the bytes that fill them.
    this.maxArray = 2L * serialized.length + 1024;
    setObjectInputFilter(this::check);
  }

  /** What was refused and why; null when nothing was. */
  String refused() {
    return refused;
  }

  private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    ObjectInputFilter ofTheJvm = ObjectInputFilter.Config.getSerialFilter();
    if (ofTheJvm != null && ofTheJvm.checkInput(info) == ObjectInputFilter.Status.REJECTED) {
      return refuse("the JVM's own serialization filter refuses it");
    }
    if (info.depth() > MAX_DEPTH) {
      return refuse("objects are nested deeper than " + MAX_DEPTH);
    }
    if (info.arrayLength() > maxArray) {
      return refuse("an array of " + info.arrayLength() + " elements is more than the body holds");
    }
    Class<?> type = info.serialClass();
    if (type != null && !trust.allows(type)) {
      return refuse(
          "class "
              + type.getName()
              + " is not trusted; if whoever sends it is, add its package to trustedPackages");
    }
    return type == null ? ObjectInputFilter.Status.UNDECIDED : ObjectInputFilter.Status.ALLOWED;
  }

  private ObjectInputFilter.Status refuse(String why) {
    if (refused == null) {
      refused = why;
    }
    return ObjectInputFilter.Status.REJECTED;
  }

  @Override
  protected Class<?> resolveClass(ObjectStreamClass description)
      throws IOException, ClassNotFoundException {
    ClassLoader ofTheApplication = Thread.currentThread().getContextClassLoader();
    if (ofTheApplication != null) {
      try {
        return Class.forName(description.getName(), false, ofTheApplication);
      } catch (ClassNotFoundException elsewhere) {
        // Primitives, and what only the provider sees, are found below or told from there.
        return resolveByProvider(description, elsewhere);
      }
    }
    return resolveByProvider(description, null);
  }

  private Class<?> resolveByProvider(ObjectStreamClass description, Exception before)
      throws IOException, ClassNotFoundException {
    try {
      return Class.forName(description.getName(), false, getClass().getClassLoader());
    } catch (ClassNotFoundException notHere) {
      if (before != null) {
        notHere.addSuppressed(before);
      }
      return super.resolveClass(description);
    }
  }

  /** Proxies run code of their handler on any call; nobody needs them in a message. */
  @Override
  protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
    refused = "dynamic proxies are never read from messages";
    throw new InvalidClassException(refused);
  }
}
