package io.echomq.jms.valkey;

/** Who is told of what happens on a topic. Threads: called by the reader's; must not block. */
interface Watcher {

  /** There are records that it has not seen, or it was to be told at this time. */
  void ready();

  /** Something was given back, or is due: by another consumer, or in another process. */
  void returned();
}
