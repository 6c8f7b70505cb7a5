package io.echomq.jms;

import io.echomq.jms.config.ConfigException;
import io.echomq.jms.config.Options;
import java.io.Serializable;

/**
 * Every option as a bean property, all of them text in the form that the URI has ({@code "30s"},
 * {@code "64KB"}, {@code "1000"}), so that containers, Spring and JNDI can set them. A setter
 * throws {@link ConfigException} naming property, value and remedy; null sets the default again.
 * What each option means is in {@code docs/configuration.md}.
 *
 * <p>Threads: set before the first connection is made; not while others make connections.
 */
abstract class FactoryOptions implements Serializable {
  private static final long serialVersionUID = 1L;

  private String uri;
  private transient volatile Options options;

  FactoryOptions(String uri) {
    setUri(uri);
  }

  /** The options in force. */
  final Options options() {
    Options known = options;
    if (known == null) {
      known = Options.parse(uri);
      options = known;
    }
    return known;
  }

  /** The options have changed: what was made with the old ones is not used for new connections. */
  abstract void changed();

  private void use(Options wanted) {
    uri = wanted.toUri();
    options = wanted;
    changed();
  }

  private void set(String name, String value) {
    use(options().with(name, value));
  }

  private String get(String name) {
    return options().text(name);
  }

  /** The whole configuration, passwords included: not for logs. */
  public final String getUri() {
    return uri;
  }

  /** Replaces the whole configuration; null or blank is {@code valkey://localhost:6379}. */
  public final void setUri(String uri) {
    use(Options.parse(uri));
  }

  /** Sets the option of that name, as its own setter does. */
  public final void setProperty(String name, String value) {
    set(name, value);
  }

  public final String getUser() {
    return get("user");
  }

  public final void setUser(String value) {
    set("user", value);
  }

  public final void setPassword(String value) {
    set("password", value);
  }

  public final String getDb() {
    return get("db");
  }

  public final void setDb(String value) {
    set("db", value);
  }

  public final String getClientName() {
    return get("clientName");
  }

  public final void setClientName(String value) {
    set("clientName", value);
  }

  public final String getSentinelUser() {
    return get("sentinelUser");
  }

  public final void setSentinelUser(String value) {
    set("sentinelUser", value);
  }

  public final void setSentinelPassword(String value) {
    set("sentinelPassword", value);
  }

  public final String getTrustStore() {
    return get("trustStore");
  }

  public final void setTrustStore(String value) {
    set("trustStore", value);
  }

  public final void setTrustStorePassword(String value) {
    set("trustStorePassword", value);
  }

  public final String getKeyStore() {
    return get("keyStore");
  }

  public final void setKeyStore(String value) {
    set("keyStore", value);
  }

  public final void setKeyStorePassword(String value) {
    set("keyStorePassword", value);
  }

  public final String getVerifyHost() {
    return get("verifyHost");
  }

  public final void setVerifyHost(String value) {
    set("verifyHost", value);
  }

  public final String getConnectTimeout() {
    return get("connectTimeout");
  }

  public final void setConnectTimeout(String value) {
    set("connectTimeout", value);
  }

  public final String getSocketTimeout() {
    return get("socketTimeout");
  }

  public final void setSocketTimeout(String value) {
    set("socketTimeout", value);
  }

  public final String getSendTimeout() {
    return get("sendTimeout");
  }

  public final void setSendTimeout(String value) {
    set("sendTimeout", value);
  }

  public final String getCloseTimeout() {
    return get("closeTimeout");
  }

  public final void setCloseTimeout(String value) {
    set("closeTimeout", value);
  }

  public final String getReconnectMin() {
    return get("reconnectMin");
  }

  public final void setReconnectMin(String value) {
    set("reconnectMin", value);
  }

  public final String getReconnectMax() {
    return get("reconnectMax");
  }

  public final void setReconnectMax(String value) {
    set("reconnectMax", value);
  }

  public final String getClientId() {
    return get("clientId");
  }

  public final void setClientId(String value) {
    set("clientId", value);
  }

  public final String getClientID() {
    return get("clientId");
  }

  public final void setClientID(String value) {
    set("clientId", value);
  }

  public final String getAcknowledgeMode() {
    return get("acknowledgeMode");
  }

  public final void setAcknowledgeMode(String value) {
    set("acknowledgeMode", value);
  }

  public final String getTrustedPackages() {
    return get("trustedPackages");
  }

  public final void setTrustedPackages(String value) {
    set("trustedPackages", value);
  }

  public final String getProtocolVersions() {
    return get("protocolVersions");
  }

  public final void setProtocolVersions(String value) {
    set("protocolVersions", value);
  }

  public final String getNodeLease() {
    return get("nodeLease");
  }

  public final void setNodeLease(String value) {
    set("nodeLease", value);
  }

  public final String getMaxConnections() {
    return get("maxConnections");
  }

  public final void setMaxConnections(String value) {
    set("maxConnections", value);
  }

  public final String getEvents() {
    return get("events");
  }

  public final void setEvents(String value) {
    set("events", value);
  }

  public final String getLease() {
    return get("lease");
  }

  public final void setLease(String value) {
    set("lease", value);
  }

  public final String getBeat() {
    return get("beat");
  }

  public final void setBeat(String value) {
    set("beat", value);
  }

  public final String getPrefetch() {
    return get("prefetch");
  }

  public final void setPrefetch(String value) {
    set("prefetch", value);
  }

  public final String getBufferHold() {
    return get("bufferHold");
  }

  public final void setBufferHold(String value) {
    set("bufferHold", value);
  }

  public final String getMaxDeliveries() {
    return get("maxDeliveries");
  }

  public final void setMaxDeliveries(String value) {
    set("maxDeliveries", value);
  }

  public final String getRedeliveryDelay() {
    return get("redeliveryDelay");
  }

  public final void setRedeliveryDelay(String value) {
    set("redeliveryDelay", value);
  }

  public final String getRedeliveryMultiplier() {
    return get("redeliveryMultiplier");
  }

  public final void setRedeliveryMultiplier(String value) {
    set("redeliveryMultiplier", value);
  }

  public final String getMaxRedeliveryDelay() {
    return get("maxRedeliveryDelay");
  }

  public final void setMaxRedeliveryDelay(String value) {
    set("maxRedeliveryDelay", value);
  }

  public final String getRedeliveryJitter() {
    return get("redeliveryJitter");
  }

  public final void setRedeliveryJitter(String value) {
    set("redeliveryJitter", value);
  }

  public final String getDeadLetterQueue() {
    return get("deadLetterQueue");
  }

  public final void setDeadLetterQueue(String value) {
    set("deadLetterQueue", value);
  }

  public final String getSync() {
    return get("sync");
  }

  public final void setSync(String value) {
    set("sync", value);
  }

  public final String getSyncCount() {
    return get("syncCount");
  }

  public final void setSyncCount(String value) {
    set("syncCount", value);
  }

  public final String getSyncTimeout() {
    return get("syncTimeout");
  }

  public final void setSyncTimeout(String value) {
    set("syncTimeout", value);
  }

  public final String getSyncOnTimeout() {
    return get("syncOnTimeout");
  }

  public final void setSyncOnTimeout(String value) {
    set("syncOnTimeout", value);
  }

  public final String getPayload() {
    return get("payload");
  }

  public final void setPayload(String value) {
    set("payload", value);
  }

  public final String getGroups() {
    return get("groups");
  }

  public final void setGroups(String value) {
    set("groups", value);
  }

  public final String getCompressAbove() {
    return get("compressAbove");
  }

  public final void setCompressAbove(String value) {
    set("compressAbove", value);
  }

  public final String getMaxInFlight() {
    return get("maxInFlight");
  }

  public final void setMaxInFlight(String value) {
    set("maxInFlight", value);
  }

  public final String getMaxTransactionOperations() {
    return get("maxTransactionOperations");
  }

  public final void setMaxTransactionOperations(String value) {
    set("maxTransactionOperations", value);
  }

  public final String getMaxTransactionBytes() {
    return get("maxTransactionBytes");
  }

  public final void setMaxTransactionBytes(String value) {
    set("maxTransactionBytes", value);
  }

  public final String getExpiryQueue() {
    return get("expiryQueue");
  }

  public final void setExpiryQueue(String value) {
    set("expiryQueue", value);
  }

  public final String getRetainAcked() {
    return get("retainAcked");
  }

  public final void setRetainAcked(String value) {
    set("retainAcked", value);
  }

  public final String getRetainLength() {
    return get("retainLength");
  }

  public final void setRetainLength(String value) {
    set("retainLength", value);
  }

  public final String getRetainBytes() {
    return get("retainBytes");
  }

  public final void setRetainBytes(String value) {
    set("retainBytes", value);
  }

  public final String getRetainAge() {
    return get("retainAge");
  }

  public final void setRetainAge(String value) {
    set("retainAge", value);
  }

  /** The configuration with every password masked. */
  @Override
  public String toString() {
    return getClass().getSimpleName() + "[" + options() + "]";
  }
}
