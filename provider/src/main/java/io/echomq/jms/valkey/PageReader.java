package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Reads queues and views page by page, in the order of consumption, without touching them.
 *
 * <p>Threads: any.
 */
final class PageReader {
  private final PooledCalls calls;
  private final LargeBodies largeBodies;
  private final PayloadCodec codec;
  private final Script browse;

  PageReader(PooledCalls calls, PayloadCodec codec) {
    this.calls = calls;
    this.largeBodies = new LargeBodies(calls);
    this.codec = codec;
    this.browse = calls.script("browse-page");
  }

  /** False of a temporary queue that was deleted, or whose owner is gone. */
  boolean isThere(QueueKeys queue, Address address) throws WireException {
    if (!address.isTemporary()) {
      return true;
    }
    Object owners = calls.repeatable(link -> link.call(Command.of("EXISTS", queue.own("owner"))));
    return Replies.toLong(owners) > 0;
  }

  /**
   * The next page.
   *
   * @param score of the cursor, empty at the beginning
   * @param id of the cursor, empty at the beginning
   * @param max how many rows at most
   */
  BrowsedPage page(QueueKeys queue, Address from, String score, String id, int max)
      throws WireException {
    return page(set(queue, from), score, id, max);
  }

  /** As {@link #page(QueueKeys, Address, String, String, int)}, of the jobs that wait in a lane. */
  BrowsedPage lanePage(QueueKeys queue, String lane, String score, String id, int max)
      throws WireException {
    return page(queue.lane(lane), score, id, max);
  }

  /** The lanes of a queue that are known to hold jobs or may, in the order of their names. */
  NavigableSet<String> lanes(QueueKeys queue) throws WireException {
    return lanes(
        List.of(
            Command.of("LRANGE", queue.ring(), 0, -1),
            Command.of("SMEMBERS", queue.own("lanes")),
            Command.of("SMEMBERS", queue.pausedLanes()),
            Command.of("HKEYS", queue.laneActive())));
  }

  private NavigableSet<String> lanes(List<Command> questions) throws WireException {
    NavigableSet<String> lanes = new TreeSet<>();
    for (Object reply : calls.pipeline(questions)) {
      for (Object group : (List<?>) reply) {
        String lane = Replies.toText(group);
        if (BrandedId.isWellFormed(lane)) {
          lanes.add(lane);
        }
      }
    }
    return lanes;
  }

  private BrowsedPage page(byte[] set, String score, String id, int max) throws WireException {
    List<Object> arguments = List.of(score, id, max, Job.INLINE_BYTES, JobFetcher.REPLY_BYTES);
    return BrowsedPage.of(calls.repeatable(new ScriptCall(browse, List.of(set), arguments)));
  }

  /** The messages of a page; rows that vanished meanwhile are left out. */
  List<Delivery> messages(QueueKeys queue, Address from, BrowsedPage page) throws WireException {
    List<byte[]> payloads = largeBodies.of(queue, page.rows());
    List<Delivery> messages = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      if (payloads.get(i) != null) {
        messages.add(page.rows().get(i).toDelivery(from, payloads.get(i), codec, 0));
      }
    }
    return messages;
  }

  private static byte[] set(QueueKeys queue, Address from) {
    return switch (from.part()) {
      case "dead" -> queue.dead();
      case "schedule" -> queue.schedule();
      case "active" -> queue.active();
      default -> queue.pending();
    };
  }
}
