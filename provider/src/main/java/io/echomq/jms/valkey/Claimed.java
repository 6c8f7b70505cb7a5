package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.codec.StoredAs;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * A job as a script answered it.
 *
 * @param id the job's id; other runtimes may have used an ill-formed one
 * @param fence the fencing token
 * @param count {@code JMSXDeliveryCount}
 * @param found its payload ({@code byte[]}), or the length of a large one ({@code Long})
 */
record Claimed(String id, long fence, int count, Object found) {

  /** Reads id, token, returned and payload or length, over and over. */
  static List<Claimed> listOf(List<?> reply) {
    List<Claimed> jobs = new ArrayList<>(reply.size() / 4);
    for (int i = 0; i + 3 < reply.size(); i += 4) {
      long fence = Replies.toLong(reply.get(i + 1));
      int count = (int) Math.max(1, fence - Replies.toLong(reply.get(i + 2)));
      jobs.add(new Claimed(Replies.toText(reply.get(i)), fence, count, reply.get(i + 3)));
    }
    return jobs;
  }

  boolean isLarge() {
    return found instanceof Long;
  }

  /** Length of the payload in bytes. */
  long bytes() {
    return found instanceof byte[] payload ? payload.length : (Long) found;
  }

  Delivery toDelivery(Address from, byte[] payload, PayloadCodec codec, long leasedUntil)
      throws WireException {
    long millis = BrandedId.isWellFormed(id) ? BrandedId.millisOf(BrandedId.decode(id)) : 0;
    return new Delivery(
        new LeaseToken(from, "", id, fence),
        codec.decode(new StoredAs(id, millis, from), payload),
        count,
        leasedUntil);
  }
}
