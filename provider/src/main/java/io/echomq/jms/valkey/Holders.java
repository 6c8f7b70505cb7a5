package io.echomq.jms.valkey;

import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * All that hold records of topics, by the number that their lease tokens carry as fence. They stay
 * here after their consumer was closed, as long as they hold something.
 *
 * <p>Threads: any.
 */
final class Holders {
  /** A call for the tokens of one holder. */
  interface PerHolder<T> {
    List<LeaseToken> call(Holder holder, List<T> part) throws WireException;
  }

  private final AtomicLong serial = new AtomicLong();
  private final Map<Long, Holder> holders = new ConcurrentHashMap<>();

  long nextSerial() {
    return serial.incrementAndGet();
  }

  void add(long number, Holder holder) {
    holders.put(number, holder);
  }

  void remove(long number) {
    holders.remove(number);
  }

  /** Whose token it is; null when its connection is closed. */
  Holder of(LeaseToken token) {
    return holders.get(token.fence());
  }

  /**
   * Whose token it is.
   *
   * @throws WireException ROLLED_BACK when its connection is closed
   */
  Holder require(LeaseToken token) throws WireException {
    Holder holder = of(token);
    if (holder == null) {
      throw new WireException(
          WireError.ROLLED_BACK,
          "the consumer of record " + token.id() + " is gone; nothing was applied");
    }
    return holder;
  }

  /** False for what a reader without a group has read: nobody else ever gets that. */
  static boolean isOfGroup(LeaseToken token) {
    return !token.group().isEmpty();
  }

  List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    return each(messages, back -> back.delivery().token(), Holder::giveBack);
  }

  List<LeaseToken> extend(Collection<LeaseToken> tokens) throws WireException {
    return each(tokens, token -> token, Holder::extend);
  }

  private <T> List<LeaseToken> each(
      Collection<T> all, Function<T, LeaseToken> token, PerHolder<T> call) throws WireException {
    List<LeaseToken> lost = new ArrayList<>();
    Map<Holder, List<T>> parts = new LinkedHashMap<>();
    for (T one : all) {
      Holder holder = of(token.apply(one));
      if (holder == null) {
        if (isOfGroup(token.apply(one))) {
          lost.add(token.apply(one));
        }
      } else {
        parts.computeIfAbsent(holder, h -> new ArrayList<>()).add(one);
      }
    }
    for (Map.Entry<Holder, List<T>> part : parts.entrySet()) {
      lost.addAll(call.call(part.getKey(), part.getValue()));
    }
    return lost;
  }
}
