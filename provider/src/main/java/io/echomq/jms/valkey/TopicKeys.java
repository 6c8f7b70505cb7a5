package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of topics and subscriptions.
 *
 * <p>Threads: any.
 */
final class TopicKeys {
  /** What the names of our consumer groups, and of consumers in any group, begin with. */
  static final String OURS = "jms:";

  /** Stands for no client id; {@link FactKeys#escape} never answers it. */
  private static final String NOBODY = "$";

  private static final String UNIT = "sub:";

  /** Temporary topics come and go: past this many names the cache starts anew. */
  private static final int MAX_CACHED = 4096;

  private final Keys keys;
  private final ConcurrentHashMap<Address, byte[]> streams = new ConcurrentHashMap<>();

  TopicKeys(Keys keys) {
    this.keys = keys;
  }

  /** {@code emq:{q}:stream:<name>}; shared: never write into it. */
  byte[] stream(Address topic) throws WireException {
    byte[] known = streams.get(topic);
    if (known == null) {
      known = keys.of(topic).stream(topic.part());
      if (streams.size() >= MAX_CACHED) {
        streams.clear();
      }
      streams.put(topic, known);
    }
    return known;
  }

  /** {@code emq:{q}:jms:<unit>:<name>}: something kept beside a stream. */
  byte[] beside(Address topic, String unit) throws WireException {
    return keys.of(topic).own(unit + ":" + topic.part());
  }

  /**
   * {@code emq:{_jms}:jms:sub:<d|s>:<client>:<name>}: durable and other ones of one name are apart
   * (§8.3).
   */
  byte[] subscription(Kind kind, String clientId, String name) throws WireException {
    return keys.facts().own(UNIT + unit(kind, clientId, name));
  }

  private static String unit(Kind kind, String clientId, String name) {
    String client = clientId == null ? NOBODY : FactKeys.escape(clientId);
    return (kind.durable() ? "d:" : "s:") + client + ":" + FactKeys.escape(name);
  }

  /** The name of a subscription's consumer group. */
  String group(Kind kind, String clientId, String name, String generation) {
    return OURS + unit(kind, clientId, name) + ":" + generation;
  }

  /**
   * {@code …:live} beside a subscription's registration: its consumers by the end of their lease.
   */
  byte[] live(byte[] registration) {
    byte[] suffix = Keys.ascii(":live");
    byte[] key = Arrays.copyOf(registration, registration.length + suffix.length);
    System.arraycopy(suffix, 0, key, registration.length, suffix.length);
    return key;
  }

  /** The registration of a subscription, from its unit {@code <d|s>:<client>:<name>}. */
  byte[] registration(String unit) throws WireException {
    return keys.facts().own(UNIT + unit);
  }

  /** The client id in a unit; null for none. */
  static String clientOf(String unit) {
    String client = unit.substring(2, unit.indexOf(':', 2));
    return client.equals(NOBODY) ? null : FactKeys.unescape(client);
  }

  /** The subscription's name in a unit. */
  static String nameOf(String unit) {
    return FactKeys.unescape(unit.substring(unit.indexOf(':', 2) + 1));
  }

  /** The registration that a group of ours belongs to, from the group's name. */
  byte[] subscriptionOf(String group) throws WireException {
    return keys.facts()
        .own(
            UNIT + group.substring(OURS.length(), Math.max(OURS.length(), group.lastIndexOf(':'))));
  }

  /** {@code emq:{_jms}:jms:subs}: topic and group of every subscription. */
  byte[] index() throws WireException {
    return keys.facts().own("subs");
  }
}
