package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every key name that can exist (wire contract, "Key grammar"): a name that the grammar refuses
 * never reaches the wire. Byte arrays answered here are shared: never write into them.
 *
 * <p>Threads: any.
 */
final class Keys {
  /** {@code {emq}:version}, the version fence. */
  static final byte[] VERSION = ascii("{emq}:version");

  /** {@code {emq}:locks}. */
  static final byte[] LOCKS = ascii("{emq}:locks");

  /** {@code {emq}:bundle}. */
  static final byte[] BUNDLE = ascii("{emq}:bundle");

  /** Temporary queues come and go: past this many names the cache starts anew. */
  private static final int MAX_CACHED = 4096;

  private final ConcurrentHashMap<String, QueueKeys> cache = new ConcurrentHashMap<>();
  private final FactKeys facts = new FactKeys(new QueueKeys(Address.RESERVED));

  /**
   * The keys of one queue or topic.
   *
   * @param name {@code q} of the grammar, the hash tag
   * @throws WireException {@link WireError#INVALID_NAME}
   */
  QueueKeys queue(String name) throws WireException {
    QueueKeys known = cache.get(name);
    if (known != null) {
      return known;
    }
    checkQueue(name);
    if (cache.size() >= MAX_CACHED) {
      cache.clear();
    }
    return cache.computeIfAbsent(name, QueueKeys::new);
  }

  /** The keys of an address' queue or topic. */
  QueueKeys of(Address address) throws WireException {
    return queue(address.base());
  }

  /** The keys of facts that belong to no queue. */
  FactKeys facts() {
    return facts;
  }

  /** {@code {emq}:migration:<q>}. */
  static byte[] migration(String queue) throws WireException {
    checkQueue(queue);
    return ascii("{emq}:migration:" + queue);
  }

  private static void checkQueue(String name) throws WireException {
    if (!Address.isName(name) || name.equals("emq")) {
      throw new WireException(
          WireError.INVALID_NAME,
          "queue name '"
              + name
              + "': use 1 to 128 characters of A-Z a-z 0-9 . _ - and not 'emq' (wire contract, key"
              + " grammar)");
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
