package io.echomq.jms.tx;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Map;

/**
 * How large a transaction may grow (hard cases, 13).
 *
 * @param maxOperations sends and acknowledgements together
 * @param maxBytes sizes of the bodies together, estimated from the values
 */
public record TransactionLimits(int maxOperations, long maxBytes) {

  /**
   * Refuses a send that would make the transaction too large.
   *
   * @return the size of the message
   */
  public long check(Outgoing message, int operations, long bytesSoFar) throws WireException {
    if (operations > maxOperations) {
      throw new WireException(
          WireError.TOO_LARGE,
          "the transaction would have "
              + operations
              + " operations, maxTransactionOperations allows "
              + maxOperations
              + "; commit more often");
    }
    long size = size(message.message().body());
    if (bytesSoFar + size > maxBytes) {
      throw new WireException(
          WireError.TOO_LARGE,
          "the transaction would hold "
              + (bytesSoFar + size)
              + " bytes, maxTransactionBytes allows "
              + maxBytes
              + "; commit more often");
    }
    return size;
  }

  private static long size(Body body) {
    if (body instanceof Body.Text text) {
      return text.text() == null ? 0 : text.text().length();
    }
    if (body instanceof Body.Bytes bytes) {
      return bytes.length();
    }
    if (body instanceof Body.Serialized object) {
      return object.serialized() == null ? 0 : object.serialized().length;
    }
    if (body instanceof Body.Fields fields) {
      long size = 0;
      for (Map.Entry<String, Object> entry : fields.entries().entrySet()) {
        size += entry.getKey().length() + size(entry.getValue());
      }
      return size;
    }
    if (body instanceof Body.Items items) {
      return sizeOfAll(items.values());
    }
    return 0;
  }

  private static long sizeOfAll(List<Object> values) {
    long size = 0;
    for (Object value : values) {
      size += size(value);
    }
    return size;
  }

  private static long size(Object value) {
    if (value instanceof String text) {
      return text.length();
    }
    return value instanceof byte[] bytes ? bytes.length : 8;
  }
}
