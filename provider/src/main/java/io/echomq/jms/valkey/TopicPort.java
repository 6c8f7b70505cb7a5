package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Durability;
import io.echomq.lua.Script;
import java.util.function.Consumer;

/**
 * What everything that has to do with topics shares.
 *
 * @param channels that appends and acknowledgements travel on
 * @param calls for what need not keep the order of a session
 * @param codec makes records of messages and back
 * @param durability of acknowledgements
 * @param leaseMillis how long a consumer that shows no sign of life keeps what it holds
 * @param maxDeliveries a record handed out more often goes to the dead; 0 or less: no limit
 * @param onDead told of a queue that got dead letters; may call the server
 */
record TopicPort(
    Channels channels,
    PooledCalls calls,
    Keys names,
    TopicKeys keys,
    ServerClock clock,
    RecordEncoder codec,
    SeenServers seen,
    Durability durability,
    long leaseMillis,
    int maxDeliveries,
    Consumer<Address> onDead) {

  /** Records of this topic were put to the dead of its queue. */
  void buried(Address topic) {
    onDead.accept(new Address(Address.Domain.QUEUE, topic.base(), ""));
  }

  Mint mint() {
    return channels.first().mint();
  }

  Script script(String name) {
    return calls.script(name);
  }
}
