package io.echomq.jms.wire;

import java.util.regex.Pattern;

/**
 * Names one branch of a distributed transaction on the server, in every process the same.
 *
 * @param name format id, global id and qualifier in hexadecimal, separated by dots
 */
public record BranchId(String name) {
  private static final Pattern NAME =
      Pattern.compile("[0-9a-f]{8}\\.(?:[0-9a-f]{2}){0,64}\\.(?:[0-9a-f]{2}){0,64}");

  public BranchId {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' does not name a transaction branch");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
