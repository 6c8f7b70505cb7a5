package io.echomq.jms.valkey;

import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The keys of facts that belong to no queue: {@code emq:{_jms}:jms:…}.
 *
 * <p>Threads: any (immutable).
 */
final class FactKeys {
  private final QueueKeys keys;

  FactKeys(QueueKeys keys) {
    this.keys = keys;
  }

  /** {@code emq:{_jms}:}, from which scripts derive. */
  byte[] prefix() {
    return keys.prefix();
  }

  /** {@code node:<n>}: who holds a 10-bit node id, and until when. */
  byte[] node(int node) throws WireException {
    return keys.own("node:" + node);
  }

  /** {@code client:<clientId>}: who holds a JMS client id, which may be any text: it is escaped. */
  byte[] client(String clientId) throws WireException {
    return keys.own("client:" + escape(clientId));
  }

  /** {@code conn:<connectionId>}. */
  byte[] connection(String connectionId) throws WireException {
    return keys.own("conn:" + escape(connectionId));
  }

  /** {@code temp:<base>}: the owner of a temporary destination. */
  byte[] temporary(String base) throws WireException {
    return keys.own("temp:" + escape(base));
  }

  /** {@code unit:<session>}: the outcome of a session's last unit of work. */
  byte[] unit(String session) throws WireException {
    return keys.own("unit:" + escape(session));
  }

  /** {@code branch:<id>}: a prepared branch of a distributed transaction. */
  byte[] branch(BranchId branch) throws WireException {
    return keys.own("branch:" + branch.name());
  }

  /** {@code branches}: the index of prepared branches. */
  byte[] branches() throws WireException {
    return keys.own("branches");
  }

  /** {@code <unit>}: any other. */
  byte[] own(String unit) throws WireException {
    return keys.own(unit);
  }

  /** Undoes {@link #escape}. */
  static String unescape(String escaped) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes.write(Integer.parseInt(escaped.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(escaped.charAt(i));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Keeps A-Z a-z 0-9 . _ - and writes every other byte of the UTF-8 form as %XX. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || c == '.'
              || c == '_'
              || c == '-';
      if (plain) {
        escaped.append(c);
      } else {
        escaped.append(String.format("%%%02X", (int) c));
      }
    }
    return escaped.toString();
  }
}
