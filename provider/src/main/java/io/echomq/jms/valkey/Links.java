package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireException;

/** A pool of links for short calls, and links of one's own. */
final class Links implements AutoCloseable {
  /** A call on a borrowed link. */
  interface Call<T> {
    T on(Link link) throws WireException;
  }

  Links(LinkFactory factory, Options options) {}

  Link borrow() throws WireException {
    throw new UnsupportedOperationException();
  }

  void giveBack(Link link) {
    throw new UnsupportedOperationException();
  }

  /** borrow, call, give back. */
  <T> T with(Call<T> call) throws WireException {
    throw new UnsupportedOperationException();
  }

  /** A link of the caller's own, closed with the pool if not before. */
  Link dedicated(String purpose) throws WireException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
