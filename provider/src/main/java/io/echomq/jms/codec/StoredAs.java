package io.echomq.jms.codec;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MessageHeader;
import java.util.Objects;

/**
 * Where a message is stored, and so what its header line need not say.
 *
 * @param id the branded id of the job or record
 * @param idMillis the mint time in the id, ms since 1970
 * @param at the queue or topic it is stored in, or the view it was read from
 */
public record StoredAs(String id, long idMillis, Address at) {
  public StoredAs {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(at, "at");
  }

  /** {@code ID:} and the id. */
  String messageId() {
    return "ID:" + id;
  }

  /** The destination that was sent to, unless the header line names another: never a view. */
  Address destination() {
    return at.isView() ? new Address(at.domain(), at.base(), "") : at;
  }

  /** The header of a message whose sender knew nothing of this codec. */
  MessageHeader foreignHeader() {
    MessageHeader none = MessageHeader.EMPTY;
    return new MessageHeader(
        messageId(),
        idMillis,
        destination(),
        null,
        null,
        null,
        null,
        none.persistent(),
        none.priority(),
        none.expiration(),
        none.deliveryTime());
  }
}
