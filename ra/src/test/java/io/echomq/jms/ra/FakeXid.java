package io.echomq.jms.ra;

import java.nio.ByteBuffer;
import javax.transaction.xa.Xid;

/** A branch of a container's transaction, by number. */
record FakeXid(int number) implements Xid {
  @Override
  public int getFormatId() {
    return 7;
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
