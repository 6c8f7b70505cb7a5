package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.codec.StoredAs;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Makes jobs of outgoing messages.
 *
 * <p>Threads: any (immutable).
 */
final class JobEncoder {
  /** The namespace of lanes made from a {@code JMSXGroupID} that is no branded id itself. */
  static final String LANE = "GRP";

  private static final String GROUP_ID = "JMSXGroupID";
  private static final int DEFAULT_PRIORITY = 4;

  private final PayloadCodec codec;
  private final ServerClock clock;
  private final boolean lanes;

  /**
   * @param lanes true: messages with a {@code JMSXGroupID} go into the lane of their group
   */
  JobEncoder(PayloadCodec codec, ServerClock clock, boolean lanes) {
    this.codec = codec;
    this.clock = clock;
    this.lanes = lanes;
  }

  /**
   * The job of a message.
   *
   * @param id stored under this one; the message's {@code messageId} stays what it is
   * @throws WireException {@link WireError#TOO_LARGE}, {@link WireError#MALFORMED}; {@link
   *     WireError#WRONG_KIND} when the id is not one of a job
   */
  Job encode(Outgoing message, String id) throws WireException {
    long millis = BrandedId.millisOf(BrandedId.decode(id));
    if (!id.startsWith(BrandedId.JOB)) {
      throw new WireException(
          WireError.WRONG_KIND, "'" + id + "' is not the id of a job; mint one for a queue");
    }
    MessageHeader header = message.message().header();
    StoredAs stored = new StoredAs(id, millis, message.to());
    byte[] payload = codec.encode(stored, message.message(), message.raw());
    requireFits(payload.length, message);
    // Ids may run a few ms ahead of the clock: that is no delay.
    boolean delayed = header.deliveryTime() > Math.max(millis, clock.now());
    long runAt = delayed ? header.deliveryTime() : 0;
    return new Job(
        id,
        payload,
        DEFAULT_PRIORITY - header.priority(),
        runAt,
        header.expiration(),
        lane(message.message().properties().get(GROUP_ID)),
        message.admission());
  }

  /** No wait makes room for what is larger than its queue may ever hold. */
  private static void requireFits(int bytes, Outgoing message) throws WireException {
    long most = message.admission().maxBytes();
    if (most > 0 && bytes > most) {
      throw new WireException(
          WireError.TOO_LARGE,
          "send to "
              + message.to()
              + ": the message of "
              + bytes
              + " bytes, with its header line, exceeds maxBytes "
              + most
              + " and never fits; nothing was sent. Raise maxBytes, or send less at once");
    }
  }

  private String lane(Object group) {
    if (!lanes || group == null) {
      return "";
    }
    String name = group.toString();
    return BrandedId.isWellFormed(name) ? name : laneOf(name);
  }

  /** Equal names are one lane in every JVM: 63 bits of a digest. */
  static String laneOf(String group) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(group.getBytes(StandardCharsets.UTF_8));
      return BrandedId.encode(LANE, ByteBuffer.wrap(digest).getLong() & Long.MAX_VALUE);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
