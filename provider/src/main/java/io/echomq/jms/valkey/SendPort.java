package io.echomq.jms.valkey;

import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;

/**
 * What every send of a channel shares.
 *
 * @param channel carries the calls
 * @param name of the channel in the server's memory of sequences; unique over all channels ever
 * @param sendJobs stores jobs of one queue
 * @param commitUnit applies a transaction
 * @param completeJobs acknowledges jobs of one queue
 * @param encoder makes jobs of messages
 * @param mint makes ids
 * @param rememberMillis how long the server remembers a sequence, and keeps staged bodies: longer
 *     than anything is ever repeated
 * @param sent when that memory of a queue's sends was renewed
 * @param acknowledged and of its acknowledgements
 */
record SendPort(
    CommandChannel channel,
    String name,
    Script sendJobs,
    Script commitUnit,
    Script completeJobs,
    JobEncoder encoder,
    Mint mint,
    long rememberMillis,
    Renewals sent,
    Renewals acknowledged) {

  /** With memories that nothing has renewed yet. */
  private SendPort(
      CommandChannel channel,
      String name,
      Script sendJobs,
      Script commitUnit,
      Script completeJobs,
      JobEncoder encoder,
      Mint mint,
      long rememberMillis) {
    this(
        channel,
        name,
        sendJobs,
        commitUnit,
        completeJobs,
        encoder,
        mint,
        rememberMillis,
        new Renewals(System::nanoTime, rememberMillis),
        new Renewals(System::nanoTime, rememberMillis));
  }

  static SendPort of(
      CommandChannel channel,
      String name,
      ScriptCatalog catalog,
      JobEncoder encoder,
      Mint mint,
      long rememberMillis) {
    return new SendPort(
        channel,
        name,
        catalog.get("send-jobs"),
        catalog.get("commit-unit"),
        catalog.get("complete-jobs"),
        encoder,
        mint,
        rememberMillis);
  }

  /** The same for another channel. */
  SendPort of(CommandChannel another, String itsName) {
    return new SendPort(
        another, itsName, sendJobs, commitUnit, completeJobs, encoder, mint, rememberMillis);
  }

  /** The message under a fresh id. */
  Job again(Outgoing message) throws WireException {
    return encoder.encode(message, mint.next(BrandedId.JOB));
  }
}
