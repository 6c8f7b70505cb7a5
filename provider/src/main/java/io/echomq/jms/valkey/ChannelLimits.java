package io.echomq.jms.valkey;

/**
 * How much travels at once, and how much may wait.
 *
 * @param batchCalls calls in one script call; bounds how long the server is busy with it
 * @param batchBytes payload bytes in one script call
 * @param roundCalls calls in one pipeline
 * @param roundBytes payload bytes in one pipeline
 * @param waitingCalls calls that may wait to be written before {@code submit} makes its caller wait
 * @param waitingBytes payload bytes that may wait likewise
 */
record ChannelLimits(
    int batchCalls,
    long batchBytes,
    int roundCalls,
    long roundBytes,
    int waitingCalls,
    long waitingBytes) {

  /** A batch of 256 keeps the server busy for about two milliseconds. */
  static final ChannelLimits DEFAULT =
      new ChannelLimits(256, 1L << 20, 2048, 8L << 20, 16_384, 64L << 20);
}
