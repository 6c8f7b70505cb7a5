package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireException;

/** Dials links: socket, TLS, login, engine check, version fence, within the connect timeout. */
final class LinkFactory {
  /** credentials null: those of the options. */
  LinkFactory(Options options, Credentials credentials) {}

  /** A new link; purpose (for example {@code send}) goes into its CLIENT SETNAME. */
  Link dial(String purpose) throws WireException {
    throw new UnsupportedOperationException();
  }

  /** What tells servers apart within this JVM; for MintSequence.shared. */
  String serverKey() {
    throw new UnsupportedOperationException();
  }
}
