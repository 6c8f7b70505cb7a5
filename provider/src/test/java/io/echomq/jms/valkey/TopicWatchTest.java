package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicWatchTest {
  private static final Address TOPIC = new Address(Address.Domain.TOPIC, "prices", "events");

  private final TopicWatch watch = new TopicWatch(TOPIC, new byte[0], new byte[0]);

  private static final class Told implements Watcher {
    private int ready;

    @Override
    public void ready() {
      ready++;
    }

    @Override
    public void returned() {
      throw new AssertionError("nothing was given back");
    }
  }

  private static List<StreamRecord> records(int from, int to) throws Exception {
    List<StreamRecord> records = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      records.add(StreamRecord.read(i + "-0", List.of(), TOPIC, null));
    }
    return records;
  }

  @Test
  void whatConsumersOfGroupsFetchTellsThePaceOnce() throws Exception {
    Told one = new Told();
    Told other = new Told();
    watch.add(one);
    watch.add(other);
    watch.arm(one, StreamId.parse("5-0"), 5);
    watch.arm(other, StreamId.parse("3-0"), 3);
    assertEquals(5, watch.takeFetched());
    assertEquals(0, watch.takeFetched());
    assertEquals(1, other.ready, "something lies behind what it has read");
  }

  @Test
  void whileTheReaderPausesConsumersDoNotWakeEachOther() throws Exception {
    Told one = new Told();
    Told other = new Told();
    watch.add(one);
    watch.add(other);
    watch.pause();
    watch.arm(one, StreamId.parse("3-0"), 3);
    watch.arm(other, StreamId.parse("5-0"), 5);
    assertEquals(0, one.ready, "it is told with what comes meanwhile");
    watch.resume();
    assertEquals(1, one.ready);
    assertEquals(0, other.ready, "nothing lies behind what it has read");
    watch.resume();
    assertEquals(1, one.ready, "it is told once");
    watch.arm(one, StreamId.parse("4-0"), 1);
    assertEquals(2, one.ready, "at once again");
  }

  @Test
  void whatIsReadDuringAPauseIsToldAtOnce() throws Exception {
    Told one = new Told();
    watch.add(one);
    watch.arm(one, StreamId.parse("3-0"), 3);
    watch.pause();
    watch.accept(records(4, 5));
    assertEquals(1, one.ready);
  }

  @Test
  void aBatchIsHandedToAllReadersAtOnceAndOneWithoutRoomReadsForItself() throws Exception {
    Told fast = new Told();
    Told slow = new Told();
    PlainBuffer roomy = new PlainBuffer(fast, StreamId.ZERO);
    PlainBuffer full = new PlainBuffer(slow, StreamId.ZERO);
    for (PlainBuffer buffer : List.of(roomy, full)) {
      watch.addReader(buffer);
      watch.rejoin(buffer, StreamId.ZERO);
    }
    watch.accept(records(1, 300));
    assertEquals(300, roomy.take(1000).size());
    watch.accept(records(200, 600));
    assertEquals(300, roomy.take(1000).size(), "those that came before are left out");
    assertEquals(512, full.take(1000).size());
    assertTrue(full.lags());
    assertFalse(roomy.lags());
    assertEquals(StreamId.parse("512-0"), full.position(), "where it has to read on");
    assertEquals(Map.of("fast", 2, "slow", 2), Map.of("fast", fast.ready, "slow", slow.ready));
    watch.accept(records(601, 602));
    assertEquals(2, slow.ready, "it is out of step");
  }
}
