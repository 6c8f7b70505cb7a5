package io.echomq.jms.jmx;

import jakarta.jms.JMSException;
import java.io.IOException;

/** Calls for clients over the network, which have neither the API's classes nor ours. */
final class Jmx {
  private Jmx() {}

  interface Call<T> {
    T make() throws JMSException;
  }

  /** A failure is told by its text and code alone. */
  static <T> T told(Call<T> call) throws IOException {
    try {
      return call.make();
    } catch (JMSException failed) {
      String code = failed.getErrorCode() == null ? "" : failed.getErrorCode() + ": ";
      throw new IOException(code + failed.getMessage());
    }
  }
}
