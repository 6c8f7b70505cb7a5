package io.echomq.jms.jmx;

import io.echomq.jms.EchoMQConnectionFactory;

/** Threads: any. */
final class FactoryView implements FactoryMXBean {
  private final EchoMQConnectionFactory factory;

  FactoryView(EchoMQConnectionFactory factory) {
    this.factory = factory;
  }

  @Override
  public String getConfiguration() {
    return factory.toString();
  }

  @Override
  public long getSent() {
    return factory.traffic().sent();
  }

  @Override
  public long getReceived() {
    return factory.traffic().received();
  }

  @Override
  public long getRedelivered() {
    return factory.traffic().redelivered();
  }

  @Override
  public long getAcknowledged() {
    return factory.traffic().acknowledged();
  }

  @Override
  public long getReturned() {
    return factory.traffic().returned();
  }

  @Override
  public long getLostLeases() {
    return factory.traffic().lostLeases();
  }

  @Override
  public long getConnectionsOpened() {
    return factory.traffic().connectionsOpened();
  }
}
