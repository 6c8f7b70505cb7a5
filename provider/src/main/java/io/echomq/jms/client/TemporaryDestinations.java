package io.echomq.jms.client;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.destination.EmqTemporaryQueue;
import io.echomq.jms.destination.EmqTemporaryTopic;
import io.echomq.jms.destination.TemporaryOwner;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The temporary destinations that a connection made and has not deleted (§6.2.2). Threads: any. */
final class TemporaryDestinations {
  private final Set<Address> owned = ConcurrentHashMap.newKeySet();

  EmqTemporaryQueue queue(ConnectionCore connection) throws JMSException {
    return new EmqTemporaryQueue(create(connection, Address.Domain.QUEUE), connection);
  }

  EmqTemporaryTopic topic(ConnectionCore connection) throws JMSException {
    return new EmqTemporaryTopic(create(connection, Address.Domain.TOPIC), connection);
  }

  private Address create(ConnectionCore connection, Address.Domain domain) throws JMSException {
    try {
      Address made = connection.broker.createTemporary(domain);
      owned.add(made);
      return made;
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }

  boolean owns(Address address) {
    return owned.contains(address);
  }

  /** See {@link TemporaryOwner#deleteTemporary}. */
  void delete(ConnectionCore connection, EmqDestination destination) throws JMSException {
    Address address = destination.address();
    if (!owned.contains(address)) {
      return;
    }
    if (connection.consumesFrom(address)) {
      throw new IllegalStateException(
          "temporary destination '" + address.name() + "' still has consumers; close them first",
          "EMQ-IN-USE");
    }
    try {
      connection.broker.deleteTemporary(address);
      owned.remove(address);
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }
}
