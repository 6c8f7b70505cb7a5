package io.echomq.jms.valkey;

import io.echomq.jms.wire.Outgoing;

/**
 * Who sent a record: what {@code noLocal} compares (§8.3.3; hard cases, 25).
 *
 * @param connectionId of the sending connection
 * @param clientId its client id; null for none
 */
record Origin(String connectionId, String clientId) {
  /** The field of a record that holds it. */
  static final String FIELD = "by";

  /** The argument of the append scripts that keeps it out of a raw record. */
  static final String BESIDE = "jms:by";

  static Origin of(Outgoing.SentBy sender) {
    return new Origin(sender.connectionId(), sender.clientId());
  }

  String toField() {
    return clientId == null ? connectionId : connectionId + " " + clientId;
  }

  /** True when that record was sent through this connection, or under the same client id. */
  boolean sent(String field) {
    if (field == null) {
      return false;
    }
    int space = field.indexOf(' ');
    String connection = space < 0 ? field : field.substring(0, space);
    return connection.equals(connectionId)
        || (clientId != null && space >= 0 && field.substring(space + 1).equals(clientId));
  }
}
