package io.echomq.jms.valkey;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the plain values of replies. */
final class Replies {
  private Replies() {}

  /** An integer reply, or a bulk reply that is one in decimal. */
  static long toLong(Object reply) {
    return reply instanceof Long number ? number : Long.parseLong(toText(reply));
  }

  /** A bulk or status reply as UTF-8 text; an integer as decimal; null stays null. */
  static String toText(Object reply) {
    if (reply instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return reply == null ? null : reply.toString();
  }

  /** The texts in an array. */
  static Set<String> toTexts(Object reply) {
    Set<String> texts = new HashSet<>();
    for (Object each : (List<?>) reply) {
      texts.add(toText(each));
    }
    return texts;
  }
}
