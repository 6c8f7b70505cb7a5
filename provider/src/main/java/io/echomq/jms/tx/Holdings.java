package io.echomq.jms.tx;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import java.util.List;

/** What a unit of work needs to know of the messages its session holds. */
public interface Holdings {

  /** Takes every message out of the buffers of the session's consumers: none was handed over. */
  List<Delivery> drainBuffers();

  /** About to be settled by a call that is awaited: extended still, but no loss is reported. */
  void settling(List<LeaseToken> tokens);

  /** The lease needs no extension any more: it is settled, or deliberately left to lapse. */
  void settled(LeaseToken token);

  /** An acknowledgement nobody waits for found its lease taken: log, meter, vendor listener. */
  void lost(LeaseToken token);
}
