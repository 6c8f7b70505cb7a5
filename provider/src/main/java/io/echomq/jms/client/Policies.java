package io.echomq.jms.client;

import io.echomq.jms.config.ConfigException;
import io.echomq.jms.config.DestinationOptions;
import io.echomq.jms.config.Durability;
import io.echomq.jms.config.Options;
import io.echomq.jms.config.Receiving;
import io.echomq.jms.config.Redelivery;
import io.echomq.jms.config.Sending;
import io.echomq.jms.delivery.DeliverySettings;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.tx.TransactionLimits;
import io.echomq.jms.wire.EndStations;
import io.echomq.jms.wire.RedeliveryPolicy;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;

/** What the configuration means to the parts that know no configuration. */
final class Policies {
  private Policies() {}

  static DeliverySettings delivery(Options options) {
    Receiving receiving = options.receiving();
    return new DeliverySettings(
        receiving.lease().toMillis(),
        receiving.beat().toMillis(),
        receiving.prefetch(),
        receiving.bufferHold().toMillis(),
        options.redelivery().maxDeliveries());
  }

  static RedeliveryPolicy redelivery(Options options) {
    Redelivery redelivery = options.redelivery();
    return new RedeliveryPolicy(
        redelivery.maxDeliveries(),
        redelivery.delay().toMillis(),
        redelivery.multiplier(),
        redelivery.maxDelay().toMillis(),
        redelivery.jitter());
  }

  static io.echomq.jms.wire.Durability durability(Options options) {
    Durability wanted = options.durability();
    return new io.echomq.jms.wire.Durability(
        io.echomq.jms.wire.Durability.Sync.valueOf(wanted.sync().name()),
        wanted.count(),
        wanted.timeout().toMillis(),
        wanted.onTimeout() == Durability.OnTimeout.THROW);
  }

  /** Where messages of a destination with options end; one that was taken away is empty. */
  static EndStations endStations(Options options, EmqDestination destination) {
    DestinationOptions said = DestinationOptions.parse(destination.nameWithOptions());
    return new EndStations(
        options
            .redelivery()
            .deadLetterQueue()
            .orElse(said.says(Redelivery.DEAD_LETTER_QUEUE) ? "" : null),
        options.sending().expiryQueue().orElse(said.says(Sending.EXPIRY_QUEUE) ? "" : null));
  }

  static TransactionLimits transaction(Options options) {
    return new TransactionLimits(
        options.sending().maxTransactionOperations(), options.sending().maxTransactionBytes());
  }

  /**
   * The options in force for a destination.
   *
   * @throws InvalidDestinationException naming the option of the destination that is refused
   */
  static Options of(Options connection, EmqDestination destination) throws JMSException {
    if (destination.getOptions().isEmpty()) {
      return connection;
    }
    try {
      DestinationOptions own = DestinationOptions.parse(destination.nameWithOptions());
      return connection.overriddenBy(own.validFor(destination.address().isQueue()));
    } catch (ConfigException refused) {
      InvalidDestinationException invalid =
          new InvalidDestinationException(
              "destination '" + destination.nameWithOptions() + "': " + refused.getMessage());
      invalid.initCause(refused);
      throw invalid;
    }
  }
}
