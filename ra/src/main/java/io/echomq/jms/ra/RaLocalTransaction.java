package io.echomq.jms.ra;

import io.echomq.jms.wire.WireException;
import io.echomq.jms.xa.EmqXAResource;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.LocalTransactionException;

/** The transaction of a container that needs no second resource. Threads: the container's. */
record RaLocalTransaction(EmqXAResource resource) implements LocalTransaction {
  @Override
  public void begin() throws ResourceException {
    run(resource::beginLocal, "begin");
  }

  @Override
  public void commit() throws ResourceException {
    run(resource::commitLocal, "commit");
  }

  @Override
  public void rollback() throws ResourceException {
    run(resource::rollbackLocal, "rollback");
  }

  private interface Call {
    void run() throws WireException;
  }

  private static void run(Call call, String what) throws ResourceException {
    try {
      call.run();
    } catch (WireException failed) {
      throw new LocalTransactionException(what + ": " + failed.getMessage(), failed);
    }
  }
}
