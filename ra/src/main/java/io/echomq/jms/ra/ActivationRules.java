package io.echomq.jms.ra;

import io.echomq.jms.config.ConfigException;
import io.echomq.jms.config.DestinationOptions;
import io.echomq.jms.selector.Selector;
import io.echomq.jms.selector.SelectorSyntaxException;
import jakarta.resource.spi.InvalidPropertyException;
import java.beans.IntrospectionException;
import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads an activation and says all that is wrong with it at once, in words for an administrator.
 *
 * <p>Threads: one.
 */
final class ActivationRules {
  private static final Set<String> QUEUE = Set.of("jakarta.jms.Queue", "javax.jms.Queue", "Queue");
  private static final Set<String> TOPIC = Set.of("jakarta.jms.Topic", "javax.jms.Topic", "Topic");

  private final EchoMQActivationSpec spec;
  private final List<String> problems = new ArrayList<>();
  private final List<String> properties = new ArrayList<>();

  ActivationRules(EchoMQActivationSpec spec) {
    this.spec = spec;
  }

  private void problem(String property, String says) {
    properties.add(property);
    problems.add(property + " " + says);
  }

  /**
   * The settings.
   *
   * @throws InvalidPropertyException with a sentence for each property that is wrong
   */
  EndpointSettings check() throws InvalidPropertyException {
    boolean lookup = spec.getDestinationLookup() != null;
    String destination = lookup ? spec.getDestinationLookup() : spec.getDestination();
    if (destination == null) {
      problem(
          "destination",
          "is missing: name the queue or topic, or its JNDI name as destinationLookup");
    }
    boolean topic = isTopic();
    boolean durable = isDurable();
    boolean shared = Boolean.TRUE.equals(spec.getShareSubscriptions());
    checkSubscription(topic, durable, shared);
    checkAcknowledgeMode();
    checkSelector();
    atLeast("maxSession", spec.getMaxSession(), 1);
    atLeast("setupAttempts", spec.getSetupAttempts(), -1);
    atLeast("setupInterval", spec.getSetupInterval(), 1);
    atLeast("transactionTimeout", spec.getTransactionTimeout(), 0);
    atLeast("drainTimeout", spec.getDrainTimeout(), 0);
    String options = destinationOptions();
    if (!problems.isEmpty()) {
      throw invalid();
    }
    boolean jndi = lookup || Boolean.TRUE.equals(spec.getUseJNDI());
    return new EndpointSettings(
        new ServerProperties(spec.getUri(), spec.getUser(), spec.getPassword()),
        spec.getConnectionFactoryLookup(),
        destination,
        jndi,
        topic,
        spec.getMessageSelector(),
        spec.getClientId(),
        spec.getSubscriptionName(),
        durable,
        shared,
        spec.getMaxSession(),
        spec.getSetupAttempts(),
        Duration.ofMillis(spec.getSetupInterval()),
        spec.getTransactionTimeout(),
        Duration.ofMillis(spec.getDrainTimeout()),
        options);
  }

  private boolean isTopic() {
    String type = spec.getDestinationType();
    if (type == null || QUEUE.contains(type)) {
      return false;
    }
    if (!TOPIC.contains(type)) {
      problem("destinationType", "is '" + type + "'; use jakarta.jms.Queue or jakarta.jms.Topic");
    }
    return true;
  }

  private boolean isDurable() {
    String durability = spec.getSubscriptionDurability();
    if (durability == null || durability.equalsIgnoreCase("NonDurable")) {
      return false;
    }
    if (!durability.equalsIgnoreCase("Durable")) {
      problem("subscriptionDurability", "is '" + durability + "'; use Durable or NonDurable");
    }
    return true;
  }

  private void checkSubscription(boolean topic, boolean durable, boolean shared) {
    if (!topic && durable) {
      problem("subscriptionDurability", "is Durable, which only topics know; it is a queue");
    }
    if (!topic && shared) {
      problem("shareSubscriptions", "is true, which only topics know; it is a queue");
    }
    if (topic && (durable || shared) && spec.getSubscriptionName() == null) {
      problem("subscriptionName", "is missing: durable and shared subscriptions need a name");
    }
    if (topic && durable && !shared && spec.getClientId() == null) {
      problem(
          "clientId",
          "is missing: an unshared durable subscription belongs to a client id; give one, or set"
              + " shareSubscriptions to true");
    }
  }

  private void checkAcknowledgeMode() {
    String mode = spec.getAcknowledgeMode();
    if (mode != null
        && !Set.of("auto-acknowledge", "dups-ok-acknowledge")
            .contains(mode.toLowerCase(Locale.ROOT))) {
      problem("acknowledgeMode", "is '" + mode + "'; use Auto-acknowledge or Dups-ok-acknowledge");
    }
  }

  private void checkSelector() {
    try {
      Selector.parse(spec.getMessageSelector());
    } catch (SelectorSyntaxException wrong) {
      problem("messageSelector", "is refused: " + wrong.getMessage());
    }
  }

  private void atLeast(String property, Number value, long least) {
    if (value.longValue() < least) {
      problem(property, "is " + value + "; use " + least + " or more");
    }
  }

  private String destinationOptions() {
    List<String> options = new ArrayList<>();
    if (spec.getMaxDeliveries() != null) {
      options.add("maxDeliveries=" + spec.getMaxDeliveries());
    }
    if (spec.getRedeliveryDelay() != null) {
      options.add("redeliveryDelay=" + spec.getRedeliveryDelay() + "ms");
    }
    String text = String.join("&", options);
    try {
      DestinationOptions.parse("any?" + text);
    } catch (ConfigException wrong) {
      problem("maxDeliveries or redeliveryDelay", "is refused: " + wrong.getMessage());
    }
    return text;
  }

  private InvalidPropertyException invalid() {
    InvalidPropertyException invalid =
        new InvalidPropertyException(
            "the activation of a message-driven bean is refused: " + String.join("; ", problems));
    List<PropertyDescriptor> descriptors = new ArrayList<>();
    for (String property : properties) {
      try {
        descriptors.add(new PropertyDescriptor(property, EchoMQActivationSpec.class));
      } catch (IntrospectionException none) {
        // Of two properties at once: the sentence names both.
        invalid.addSuppressed(none);
      }
    }
    invalid.setInvalidPropertyDescriptors(descriptors.toArray(PropertyDescriptor[]::new));
    return invalid;
  }
}
