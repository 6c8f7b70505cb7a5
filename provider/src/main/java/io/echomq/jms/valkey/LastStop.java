package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Admission;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves dead letters and expired messages to the queue that is named for them. First the message is
 * stored there, then it is taken off here: a crash in between repeats the first step, which its
 * deduplication id makes nothing, so that no message is lost and none is doubled.
 *
 * <p>Threads: any (immutable).
 */
final class LastStop {
  static final String EXPIRATION = "JMS_EchoMQ_OriginalExpiration";

  private static final Logger LOG = LoggerFactory.getLogger(LastStop.class);
  private static final String OWNER = "dead-letters";
  private static final int BATCH = 100;
  private static final int MAX_BATCHES = 10;

  /** Longer than a crashed mover's lease, and whatever goes wrong after it. */
  private static final long REMEMBER_MILLIS = TimeUnit.HOURS.toMillis(24);

  private final ServerClock clock;
  private final Mint mint;
  private final Line line;
  private final JobReturner returner;
  private final Routes routes;
  private final long leaseMillis;

  LastStop(
      ServerClock clock,
      Mint mint,
      Line line,
      JobReturner returner,
      Routes routes,
      long leaseMillis) {
    this.clock = clock;
    this.mint = mint;
    this.line = line;
    this.returner = returner;
    this.routes = routes;
    this.leaseMillis = leaseMillis;
  }

  /** Moves what is dead in this queue, if a queue is named for it; what fails is tried later. */
  void moveDead(Address queue, JobFetcher fetcher) {
    String target = routes.deadLetters(queue);
    if (target == null || !queue.isQueue()) {
      return;
    }
    try {
      Address view = new Address(Address.Domain.QUEUE, queue.base(), "dead");
      for (int i = 0; i < MAX_BATCHES; i++) {
        Fetched found = fetcher.fetch(new Fetch(view, null, OWNER, BATCH, leaseMillis, 0));
        if (!found.deliveries().isEmpty()) {
          move(found.deliveries(), target);
        } else if (!found.more()) {
          return;
        }
      }
    } catch (WireException failed) {
      LOG.warn("dead letters of {} stay there for now: {}", queue, failed.getMessage());
    }
  }

  private void move(List<Delivery> dead, String target) throws WireException {
    List<Reply<Void>> replies = new ArrayList<>();
    for (Delivery each : dead) {
      replies.add(line.send(letter(each, target)));
    }
    List<LeaseToken> moved = new ArrayList<>();
    List<GiveBack> left = new ArrayList<>();
    WireException first = null;
    for (int i = 0; i < dead.size(); i++) {
      try {
        replies.get(i).await();
        moved.add(dead.get(i).token());
      } catch (WireException failed) {
        first = first == null ? failed : first;
        left.add(GiveBack.unseen(dead.get(i)));
      }
    }
    line.complete(moved).await();
    if (first != null) {
      returner.giveBack(left);
      throw first;
    }
  }

  /** Moves expired messages that are leased; false when no queue is named for them. */
  boolean moveExpired(Address queue, List<Delivery> expired) {
    String target = routes.expired(queue);
    if (target == null) {
      return false;
    }
    for (Delivery each : expired) {
      try {
        line.send(late(each, target)).whenDone((done, failed) -> takeOff(each, failed));
      } catch (WireException failed) {
        takeOff(each, failed);
      }
    }
    return true;
  }

  private void takeOff(Delivery expired, WireException failed) {
    if (failed == null) {
      line.complete(List.of(expired.token()));
    } else {
      LOG.warn(
          "expired ID:{} of {} stays there until its lease ends: {}",
          expired.token().id(),
          expired.token().from(),
          failed.getMessage());
    }
  }

  /** The fetch from the dead view has told the rest; of what others buried this is the time. */
  private Outgoing letter(Delivery dead, String target) throws WireException {
    Map<String, Object> facts = new LinkedHashMap<>(dead.message().properties());
    facts.putIfAbsent(DeadFacts.DIED, clock.now());
    return outgoing(dead, target, facts);
  }

  private Outgoing late(Delivery expired, String target) throws WireException {
    Map<String, Object> facts = new LinkedHashMap<>(expired.message().properties());
    facts.put(EXPIRATION, expired.message().header().expiration());
    return outgoing(expired, target, facts);
  }

  /** The first origin of a message that ends more than once is kept. */
  private Outgoing outgoing(Delivery ended, String target, Map<String, Object> facts)
      throws WireException {
    String id = mint.next(BrandedId.JOB);
    MessageHeader header = ended.message().header();
    String messageId = "ID:" + ended.token().id();
    facts.putIfAbsent(DeadFacts.ORIGIN, ended.token().from().base());
    facts.putIfAbsent(
        DeadFacts.ORIGINAL_ID, header.messageId() == null ? messageId : header.messageId());
    Address to = Address.queue(target);
    MessageHeader fresh =
        new MessageHeader(
            "ID:" + id,
            header.timestamp(),
            to,
            header.replyTo(),
            header.correlationId(),
            header.correlationBytes(),
            header.type(),
            header.persistent(),
            header.priority(),
            0,
            clock.now());
    return new Outgoing(
        id,
        to,
        new MessageData(fresh, facts, ended.message().body()),
        false,
        null,
        new Admission(
            "end." + ended.token().from().base() + "." + ended.token().id(),
            REMEMBER_MILLIS,
            0,
            0,
            Admission.WhenFull.FAIL));
  }
}
