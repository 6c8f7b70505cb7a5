package io.echomq.jms.client;

import java.nio.ByteBuffer;
import javax.transaction.xa.Xid;

/** The Xid of a made-up transaction manager. */
record TestXid(int number) implements Xid {
  private static final int FORMAT = 42;

  static TestXid copyOf(Xid xid) {
    if (xid.getFormatId() != FORMAT || xid.getBranchQualifier().length != 1) {
      throw new IllegalArgumentException("an Xid of somebody else: " + xid);
    }
    return new TestXid(ByteBuffer.wrap(xid.getGlobalTransactionId()).getInt());
  }

  @Override
  public int getFormatId() {
    return FORMAT;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  @Override
  public byte[] getBranchQualifier() {
    return new byte[] {1};
  }
}
