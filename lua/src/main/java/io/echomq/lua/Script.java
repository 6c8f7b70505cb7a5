package io.echomq.lua;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * One script, as it is sent to the server.
 *
 * @param name kebab-case verb and noun, for example {@code send-jobs}
 * @param source the whole text, the functions it uses included
 * @param sha1 forty hexadecimal digits, what {@code SCRIPT LOAD} of the source answers
 * @param keyCount how many keys it takes, the least when it takes more
 * @param moreKeys true when it takes {@code keyCount} keys or more
 */
public record Script(String name, String source, String sha1, int keyCount, boolean moreKeys) {
  public Script {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(sha1, "sha1");
  }

  static Script of(String name, String source, int keyCount, boolean moreKeys) {
    return new Script(name, source, sha1(source), keyCount, moreKeys);
  }

  /** True when the script can be called with this many keys. */
  public boolean takes(int keys) {
    return moreKeys ? keys >= keyCount : keys == keyCount;
  }

  /** Short, for logs: the source is left out. */
  @Override
  public String toString() {
    return name + " (" + sha1 + ")";
  }

  private static String sha1(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "this Java runtime has no SHA-1, which scripts are named by", e);
    }
  }
}
