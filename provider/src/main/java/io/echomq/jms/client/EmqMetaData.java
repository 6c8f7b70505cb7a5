package io.echomq.jms.client;

import jakarta.jms.ConnectionMetaData;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Versions and the JMSX properties that are set or honoured (§6.1.7). */
final class EmqMetaData implements ConnectionMetaData {
  private static final List<String> JMSX =
      List.of("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");

  @Override
  public String getJMSVersion() {
    return "3.1";
  }

  @Override
  public int getJMSMajorVersion() {
    return 3;
  }

  @Override
  public int getJMSMinorVersion() {
    return 1;
  }

  @Override
  public String getJMSProviderName() {
    return "EchoMQ JMS";
  }

  @Override
  public String getProviderVersion() {
    String built = EmqMetaData.class.getPackage().getImplementationVersion();
    return built == null ? "0.1" : built;
  }

  @Override
  public int getProviderMajorVersion() {
    return part(0);
  }

  @Override
  public int getProviderMinorVersion() {
    return part(1);
  }

  @Override
  public Enumeration<String> getJMSXPropertyNames() {
    return Collections.enumeration(JMSX);
  }

  private int part(int index) {
    String[] parts = getProviderVersion().split("[^0-9]+");
    return index < parts.length && !parts[index].isEmpty() ? Integer.parseInt(parts[index]) : 0;
  }
}
