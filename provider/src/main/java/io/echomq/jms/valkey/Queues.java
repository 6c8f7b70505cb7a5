package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/** What may be done to which address on the side of the broker that knows queues. */
final class Queues {
  private Queues() {}

  /** Lets queues and their views pass. */
  static void require(Address address, String doing) throws WireException {
    if (!address.isQueue()) {
      throw noTopics(doing + " " + address);
    }
  }

  /** The refusal of whatever has to do with topics. */
  static WireException noTopics(String doing) {
    return new WireException(
        WireError.UNFIT_ENGINE, doing + ": this broker serves queues only, use a queue");
  }

  /** Lets queues pass: views refuse sends. */
  static void requireSendable(Address address) throws WireException {
    require(address, "send to");
    if (address.isView()) {
      throw new WireException(
          WireError.INVALID_NAME,
          "send to " + address + ": a view refuses sends; send to queue " + address.base());
    }
  }

  /** Lets queues and their dead view pass. */
  static void requireFetchable(Address address) throws WireException {
    require(address, "consume");
    if (address.isView() && !address.part().equals("dead")) {
      throw new WireException(
          WireError.INVALID_NAME,
          "consume " + address + ": this view can be browsed and not consumed");
    }
  }
}
