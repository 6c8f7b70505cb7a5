package io.echomq.jms.wire;

import java.util.function.BiConsumer;

/**
 * The answer to a call that is on its way; commands of threads that wait at the same time travel
 * together.
 *
 * <p>Threads: safe for use by any thread.
 */
public interface Reply<T> {

  /**
   * Waits for the answer, at most for the send timeout of the factory. The waiting thread may do
   * the input and output of others that wait.
   *
   * @throws WireException the call's own failure; {@link WireError#IN_DOUBT} when the time is over
   *     and it may have been applied, {@link WireError#UNAVAILABLE} when it surely was not
   */
  T await() throws WireException;

  boolean isDone();

  /**
   * Calls the action once the answer is there, with either a value or an exception; at once when it
   * is there already. Runs on a thread of the broker, in the order of the calls of a line, and must
   * not block.
   */
  void whenDone(BiConsumer<? super T, ? super WireException> action);

  /** An answer that is there. */
  static <T> Reply<T> of(T value) {
    return new Known<>(value, null);
  }

  /** A failure that is there. */
  static <T> Reply<T> failed(WireException failure) {
    return new Known<>(null, failure);
  }

  /** See {@link #of} and {@link #failed}. */
  record Known<T>(T value, WireException failure) implements Reply<T> {
    @Override
    public T await() throws WireException {
      if (failure != null) {
        throw failure;
      }
      return value;
    }

    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public void whenDone(BiConsumer<? super T, ? super WireException> action) {
      action.accept(value, failure);
    }
  }
}
