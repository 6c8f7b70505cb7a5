package io.echomq.jms.ra;

import jakarta.resource.spi.Activation;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.ConfigProperty;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import java.io.Serializable;

/**
 * What a message-driven bean says in its activation properties (docs/resource-adapter.md). Getters
 * and setters have the same boxed types, or some servers drop the property.
 *
 * <p>Threads: the container's; set before it is used.
 */
@Activation(messageListeners = jakarta.jms.MessageListener.class)
public class EchoMQActivationSpec implements ActivationSpec, Serializable {
  private static final long serialVersionUID = 1L;

  private ResourceAdapter resourceAdapter;

  @ConfigProperty(description = "Name of the queue or topic, with options behind a ?")
  private String destination;

  @ConfigProperty(description = "JNDI name of the queue or topic; wins over destination")
  private String destinationLookup;

  @ConfigProperty(description = "jakarta.jms.Queue (the default) or jakarta.jms.Topic")
  private String destinationType;

  @ConfigProperty(description = "Whether destination is a JNDI name")
  private Boolean useJNDI = false;

  @ConfigProperty(
      description =
          "JNDI name of a connection factory of this adapter, whose server is consumed from")
  private String connectionFactoryLookup;

  @ConfigProperty(description = "Only messages that it matches")
  private String messageSelector;

  @ConfigProperty(
      description = "Auto-acknowledge (the default) or Dups-ok-acknowledge, without transactions")
  private String acknowledgeMode;

  @ConfigProperty(description = "Durable or NonDurable (the default)")
  private String subscriptionDurability;

  @ConfigProperty(description = "Name of a durable or shared subscription")
  private String subscriptionName;

  @ConfigProperty(description = "Client id of an unshared durable subscription")
  private String clientId;

  @ConfigProperty(description = "Whether servers share the subscription")
  private Boolean shareSubscriptions = false;

  @ConfigProperty(description = "Messages worked on at the same time")
  private Integer maxSession = 10;

  @ConfigProperty(
      description = "Deliveries after which a message is a dead letter; none is the address's")
  private Integer maxDeliveries;

  @ConfigProperty(description = "Milliseconds before a message comes again; none is the address's")
  private Long redeliveryDelay;

  @ConfigProperty(description = "Attempts to connect; -1 is without end")
  private Integer setupAttempts = -1;

  @ConfigProperty(description = "Milliseconds between attempts")
  private Long setupInterval = 5000L;

  @ConfigProperty(description = "Seconds; 0 is the container's alone")
  private Integer transactionTimeout = 0;

  @ConfigProperty(
      description = "Milliseconds that a deactivation waits for messages that are worked on")
  private Long drainTimeout = 30_000L;

  @ConfigProperty(description = "Address of the server; none is the resource adapter's")
  private String uri;

  @ConfigProperty(description = "User; none is the resource adapter's")
  private String user;

  @ConfigProperty(description = "Password of the user", confidential = true)
  private String password;

  EndpointSettings settings() throws InvalidPropertyException {
    return new ActivationRules(this).check();
  }

  /** Says all that is wrong at once. */
  @Override
  public void validate() throws InvalidPropertyException {
    settings();
  }

  @Override
  public ResourceAdapter getResourceAdapter() {
    return resourceAdapter;
  }

  @Override
  public void setResourceAdapter(ResourceAdapter adapter) {
    resourceAdapter = adapter;
  }

  /** Name of the queue or topic, with options behind a ?. */
  public String getDestination() {
    return destination;
  }

  public void setDestination(String destination) {
    this.destination = ServerProperties.blankToNull(destination);
  }

  /** JNDI name of the queue or topic; wins over destination. */
  public String getDestinationLookup() {
    return destinationLookup;
  }

  public void setDestinationLookup(String destinationLookup) {
    this.destinationLookup = ServerProperties.blankToNull(destinationLookup);
  }

  /** jakarta.jms.Queue (the default) or jakarta.jms.Topic. */
  public String getDestinationType() {
    return destinationType;
  }

  public void setDestinationType(String destinationType) {
    this.destinationType = ServerProperties.blankToNull(destinationType);
  }

  /** Whether destination is a JNDI name. */
  public Boolean getUseJNDI() {
    return useJNDI;
  }

  public void setUseJNDI(Boolean useJNDI) {
    this.useJNDI = useJNDI == null ? false : useJNDI;
  }

  /**
   * JNDI name of a connection factory of this adapter or of its archive, whose server is consumed
   * from; none is the resource adapter's. A uri in the activation wins over it.
   */
  public String getConnectionFactoryLookup() {
    return connectionFactoryLookup;
  }

  public void setConnectionFactoryLookup(String connectionFactoryLookup) {
    this.connectionFactoryLookup = ServerProperties.blankToNull(connectionFactoryLookup);
  }

  /** Only messages that it matches. */
  public String getMessageSelector() {
    return messageSelector;
  }

  public void setMessageSelector(String messageSelector) {
    this.messageSelector = ServerProperties.blankToNull(messageSelector);
  }

  /** Auto-acknowledge (the default) or Dups-ok-acknowledge, without transactions. */
  public String getAcknowledgeMode() {
    return acknowledgeMode;
  }

  public void setAcknowledgeMode(String acknowledgeMode) {
    this.acknowledgeMode = ServerProperties.blankToNull(acknowledgeMode);
  }

  /** Durable or NonDurable (the default). */
  public String getSubscriptionDurability() {
    return subscriptionDurability;
  }

  public void setSubscriptionDurability(String subscriptionDurability) {
    this.subscriptionDurability = ServerProperties.blankToNull(subscriptionDurability);
  }

  /** Name of a durable or shared subscription. */
  public String getSubscriptionName() {
    return subscriptionName;
  }

  public void setSubscriptionName(String subscriptionName) {
    this.subscriptionName = ServerProperties.blankToNull(subscriptionName);
  }

  /** Client id of an unshared durable subscription. */
  public String getClientId() {
    return clientId;
  }

  public void setClientId(String clientId) {
    this.clientId = ServerProperties.blankToNull(clientId);
  }

  /** Whether servers share the subscription. */
  public Boolean getShareSubscriptions() {
    return shareSubscriptions;
  }

  public void setShareSubscriptions(Boolean shareSubscriptions) {
    this.shareSubscriptions = shareSubscriptions == null ? false : shareSubscriptions;
  }

  /** Messages worked on at the same time. */
  public Integer getMaxSession() {
    return maxSession;
  }

  public void setMaxSession(Integer maxSession) {
    this.maxSession = maxSession == null ? 10 : maxSession;
  }

  /** Deliveries after which a message is a dead letter; none is the address's. */
  public Integer getMaxDeliveries() {
    return maxDeliveries;
  }

  public void setMaxDeliveries(Integer maxDeliveries) {
    this.maxDeliveries = maxDeliveries;
  }

  /** Milliseconds before a message comes again; none is the address's. */
  public Long getRedeliveryDelay() {
    return redeliveryDelay;
  }

  public void setRedeliveryDelay(Long redeliveryDelay) {
    this.redeliveryDelay = redeliveryDelay;
  }

  /** Attempts to connect; -1 is without end. */
  public Integer getSetupAttempts() {
    return setupAttempts;
  }

  public void setSetupAttempts(Integer setupAttempts) {
    this.setupAttempts = setupAttempts == null ? -1 : setupAttempts;
  }

  /** Milliseconds between attempts. */
  public Long getSetupInterval() {
    return setupInterval;
  }

  public void setSetupInterval(Long setupInterval) {
    this.setupInterval = setupInterval == null ? 5000L : setupInterval;
  }

  /** Seconds; 0 is the container's alone. */
  public Integer getTransactionTimeout() {
    return transactionTimeout;
  }

  public void setTransactionTimeout(Integer transactionTimeout) {
    this.transactionTimeout = transactionTimeout == null ? 0 : transactionTimeout;
  }

  /** Milliseconds that a deactivation waits for messages that are worked on. */
  public Long getDrainTimeout() {
    return drainTimeout;
  }

  public void setDrainTimeout(Long drainTimeout) {
    this.drainTimeout = drainTimeout == null ? 30_000L : drainTimeout;
  }

  /** Address of the server; none is the resource adapter's. */
  public String getUri() {
    return uri;
  }

  public void setUri(String uri) {
    this.uri = ServerProperties.blankToNull(uri);
  }

  /** User; none is the resource adapter's. */
  public String getUser() {
    return user;
  }

  public void setUser(String user) {
    this.user = ServerProperties.blankToNull(user);
  }

  /** Password of the user. */
  public String getPassword() {
    return password;
  }

  public void setPassword(String password) {
    this.password = ServerProperties.blankToNull(password);
  }
}
