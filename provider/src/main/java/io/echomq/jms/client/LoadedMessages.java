package io.echomq.jms.client;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.MessageListener;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The messages a connection consumer has loaded into a session, and the session's own listener for
 * them (§12.1).
 *
 * <p>Threads: loaded by the connection consumer, run by the server session's thread; one lock,
 * never held during a callback.
 */
final class LoadedMessages {
  private record Loaded(Delivery delivery, RedeliveryPolicy policy) {}

  private final ArrayDeque<Loaded> loaded = new ArrayDeque<>();
  private MessageListener listener;

  synchronized MessageListener listener() {
    return listener;
  }

  synchronized void listener(MessageListener wanted) {
    listener = wanted;
  }

  synchronized void load(Delivery delivery, RedeliveryPolicy policy) {
    loaded.addLast(new Loaded(delivery, policy));
  }

  /** Takes a message out again; false when it was handed out, or drained, already. */
  synchronized boolean unload(Delivery delivery) {
    return loaded.removeIf(each -> each.delivery == delivery);
  }

  /** Takes out all that were not handed out, for whoever gives them back. */
  synchronized List<Delivery> drain() {
    List<Delivery> all = loaded.stream().map(Loaded::delivery).toList();
    loaded.clear();
    return all;
  }

  /** Hands all loaded messages to the listener, in order. */
  void run(ListenerCall call) {
    for (; ; ) {
      Loaded next;
      MessageListener target;
      synchronized (this) {
        target = listener;
        if (target == null && !loaded.isEmpty()) {
          throw new IllegalStateRuntimeException(
              "the session has no message listener; set one before the server session starts");
        }
        next = loaded.pollFirst();
      }
      if (next == null) {
        return;
      }
      call.call(target, next.delivery, next.policy);
    }
  }
}
