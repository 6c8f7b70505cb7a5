package io.echomq.jms.client;

import io.echomq.jms.errors.RuntimeErrors;
import jakarta.jms.JMSException;

/** Calls of the classic API, told in the exceptions of the simplified one (§2.5). */
final class Unchecked {
  private Unchecked() {}

  /** A call that answers. */
  interface Call<T> {
    T call() throws JMSException;
  }

  /** A call that answers nothing. */
  interface Action {
    void run() throws JMSException;
  }

  static <T> T get(Call<T> call) {
    try {
      return call.call();
    } catch (JMSException failed) {
      throw RuntimeErrors.toRuntime(failed);
    }
  }

  static void run(Action action) {
    try {
      action.run();
    } catch (JMSException failed) {
      throw RuntimeErrors.toRuntime(failed);
    }
  }
}
