package io.echomq.jms.xa;

import io.echomq.jms.wire.BranchId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import javax.transaction.xa.Xid;

/** An {@code Xid} as the server names it, and back. Threads: any (immutable). */
final class EmqXid implements Xid {
  private static final HexFormat HEX = HexFormat.of();

  private final int format;
  private final byte[] global;
  private final byte[] qualifier;

  private EmqXid(int format, byte[] global, byte[] qualifier) {
    this.format = format;
    this.global = global;
    this.qualifier = qualifier;
  }

  /** The name of the branch; equal for all implementations of {@code Xid} that mean the same. */
  static BranchId name(Xid xid) {
    return new BranchId(
        HEX.toHexDigits(xid.getFormatId())
            + "."
            + HEX.formatHex(xid.getGlobalTransactionId())
            + "."
            + HEX.formatHex(xid.getBranchQualifier()));
  }

  static EmqXid of(BranchId branch) {
    String[] parts = branch.name().split("\\.", -1);
    return new EmqXid(
        HexFormat.fromHexDigits(parts[0]), HEX.parseHex(parts[1]), HEX.parseHex(parts[2]));
  }

  @Override
  public int getFormatId() {
    return format;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return global.clone();
  }

  @Override
  public byte[] getBranchQualifier() {
    return qualifier.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EmqXid xid
        && format == xid.format
        && Arrays.equals(global, xid.global)
        && Arrays.equals(qualifier, xid.qualifier);
  }

  @Override
  public int hashCode() {
    return Objects.hash(format, Arrays.hashCode(global), Arrays.hashCode(qualifier));
  }

  @Override
  public String toString() {
    return name(this).name();
  }
}
