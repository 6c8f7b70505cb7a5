package io.echomq.jms.codec;

/**
 * A payload as it is stored: the header line with its newline, and the body behind it. A large body
 * stays in the array it was in, so that it is not copied before it is written.
 *
 * <p>Threads: immutable; safe for use by any thread, as long as nobody writes into its arrays.
 *
 * @param head the first bytes
 * @param body holds the bytes behind them
 * @param from where those begin
 * @param bodyLength how many they are
 */
public record EncodedPayload(byte[] head, byte[] body, int from, int bodyLength) {
  private static final byte[] NOTHING = {};

  /** A payload that is one array already. */
  public static EncodedPayload of(byte[] bytes) {
    return new EncodedPayload(bytes, NOTHING, 0, 0);
  }

  /** The body alone. */
  static EncodedPayload of(EncodedBody body) {
    return new EncodedPayload(NOTHING, body.array(), body.offset(), body.length());
  }

  /** A header line and a body; in one array when the body is short. */
  static EncodedPayload of(JsonWriter line, EncodedBody body) {
    boolean large = body.length() > PayloadCodec.LARGE_BODY;
    int size = line.length() + 1;
    byte[] head = new byte[large ? size : size + body.length()];
    line.copyTo(head);
    head[size - 1] = '\n';
    if (large) {
      return new EncodedPayload(head, body.array(), body.offset(), body.length());
    }
    System.arraycopy(body.array(), body.offset(), head, size, body.length());
    return of(head);
  }

  /** Length in bytes. */
  public int length() {
    return head.length + bodyLength;
  }

  /** All of its header line, when it has one, and maybe more; else all of it. */
  public byte[] beginning() {
    return head.length > 0 ? head : toBytes();
  }

  /** All of it in one array: never write into it. */
  public byte[] toBytes() {
    if (bodyLength == 0) {
      return head;
    }
    if (head.length == 0 && bodyLength == body.length) {
      return body;
    }
    byte[] bytes = new byte[length()];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(body, from, bytes, head.length, bodyLength);
    return bytes;
  }
}
