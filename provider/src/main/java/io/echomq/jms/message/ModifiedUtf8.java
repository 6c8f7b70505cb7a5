package io.echomq.jms.message;

import io.echomq.jms.errors.JmsErrors;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Strings as {@code DataOutput.writeUTF} writes them, which is what a BytesMessage holds. */
final class ModifiedUtf8 {
  private ModifiedUtf8() {}

  /**
   * Writes a string whole or not at all.
   *
   * @throws MessageFormatException when it takes more than 65535 bytes
   */
  static void write(String text, ByteSink out) throws JMSException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 2);
    try {
      new DataOutputStream(bytes).writeUTF(text);
    } catch (IOException tooLong) {
      throw JmsErrors.withCause(
          new MessageFormatException(
              "writeUTF takes at most 65535 bytes; write a longer text with writeBytes"),
          tooLong);
    }
    out.room(bytes.size()).put(bytes.toByteArray());
  }

  /** Reads a string; the position moves only when there is one. */
  static String read(ByteBuffer in) throws JMSException {
    int from = in.position();
    ByteArrayInputStream rest =
        new ByteArrayInputStream(in.array(), in.arrayOffset() + from, in.remaining());
    try {
      String text = new DataInputStream(rest).readUTF();
      in.position(in.limit() - rest.available());
      return text;
    } catch (EOFException end) {
      throw JmsErrors.withCause(
          new MessageEOFException("the body ends before the string at byte " + from + " does"),
          end);
    } catch (IOException unreadable) {
      throw JmsErrors.withCause(
          new MessageFormatException("no string was written at byte " + from), unreadable);
    }
  }
}
