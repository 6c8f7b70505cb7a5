package io.echomq.jms.wire;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The body of a message, one shape for each Jakarta Messaging message type.
 *
 * <p>Values in {@link Fields} and {@link Items} are {@code Boolean, Byte, Short, Character,
 * Integer, Long, Float, Double, String, byte[]} or null. Bodies are not copied defensively: who
 * makes one hands it over.
 */
public sealed interface Body {

  /** A plain {@code Message}: headers and properties only. */
  record None() implements Body {}

  /**
   * A {@code TextMessage}.
   *
   * @param text may be null, which is not the empty text
   */
  record Text(String text) implements Body {}

  /**
   * A {@code BytesMessage}: a part of an array, so that a large body need not be cut out of what it
   * came in.
   */
  record Bytes(byte[] array, int offset, int length) implements Body {
    public Bytes {
      Objects.checkFromIndexSize(offset, length, array.length);
    }

    /** All of an array. */
    public Bytes(byte[] bytes) {
      this(bytes, 0, bytes.length);
    }

    /** The bytes alone; not copied when they are all of their array: never write into it. */
    public byte[] bytes() {
      return length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
    }
  }

  /** A {@code MapMessage}, in the order of the puts. */
  record Fields(Map<String, Object> entries) implements Body {}

  /** A {@code StreamMessage}. */
  record Items(List<Object> values) implements Body {}

  /**
   * An {@code ObjectMessage}.
   *
   * @param serialized the Java serialization of the object; null when the object is null
   */
  record Serialized(byte[] serialized) implements Body {}
}
