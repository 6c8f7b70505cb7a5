package io.echomq.jms.tx;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.List;

/** What a unit of work needs to know of the messages its session holds. */
public interface Holdings {

  /** Takes every message out of the buffers of the session's consumers: none was handed over. */
  List<Delivery> drainBuffers();

  /**
   * Puts back, those of one queue in one step. Nothing is fetched from there before they are back.
   *
   * @throws WireException when that failed; when the server is away it is tried again all the same
   */
  void giveBack(List<GiveBack> messages) throws WireException;

  /** About to be settled by a call that is awaited: extended still, but no loss is reported. */
  void settling(List<LeaseToken> tokens);

  /** The lease needs no extension any more: it is settled, or deliberately left to lapse. */
  void settled(LeaseToken token);

  /** An acknowledgement nobody waits for found its lease taken: log, meter, vendor listener. */
  void lost(Delivery message);
}
