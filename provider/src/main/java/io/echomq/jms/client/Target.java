package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.config.Sending;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Admission;
import io.echomq.jms.wire.Durability;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;

/**
 * A destination to send to, with what its options say.
 *
 * @param destination as messages show it
 * @param raw the body alone is stored
 * @param durability null: the factory's
 * @param bounds of a queue
 */
record Target(
    EmqDestination destination,
    Address address,
    boolean raw,
    Durability durability,
    Admission bounds) {

  /**
   * @throws InvalidDestinationException when it is null, a view, or has options that are refused
   */
  static Target of(Options connection, Destination wanted) throws JMSException {
    EmqDestination destination = EmqDestination.of(wanted);
    Address address = destination.address();
    if (address.isView()) {
      throw new InvalidDestinationException(
          "'"
              + address.name()
              + "' is a view of a queue and refuses sends; send to '"
              + address.base()
              + "'",
          "EMQ-INVALID-NAME");
    }
    Options options = Policies.of(connection, destination);
    return new Target(
        destination,
        address,
        options.sending().payload() == Sending.Payload.RAW,
        destination.getOptions().isEmpty() ? null : Policies.durability(options),
        Admissions.of(destination));
  }
}
