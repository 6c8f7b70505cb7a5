package io.echomq.jms.ra;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ManagedConnectionMetaData;

/** What a container shows of a pooled connection. */
record RaMetaData(Connection connection, RaCredentials credentials)
    implements ManagedConnectionMetaData {
  @Override
  public String getEISProductName() throws ResourceException {
    try {
      return connection.getMetaData().getJMSProviderName();
    } catch (JMSException closed) {
      throw new ResourceException("the connection is closed", closed);
    }
  }

  @Override
  public String getEISProductVersion() throws ResourceException {
    try {
      return connection.getMetaData().getProviderVersion();
    } catch (JMSException closed) {
      throw new ResourceException("the connection is closed", closed);
    }
  }

  /** No limit of ours. */
  @Override
  public int getMaxConnections() {
    return 0;
  }

  @Override
  public String getUserName() {
    return credentials.user();
  }
}
