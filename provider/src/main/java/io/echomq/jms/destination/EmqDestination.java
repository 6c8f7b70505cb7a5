package io.echomq.jms.destination;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import java.io.Serializable;
import java.util.Objects;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;

/**
 * A queue or topic by name, with options that are not part of the name: two destinations of one
 * domain and name are equal whatever their options, and {@link #toString} is the bare name.
 *
 * <p>Threads: safe once the name is set. {@link #setName} is for containers that build administered
 * objects from properties, before anybody uses them.
 */
public abstract sealed class EmqDestination implements Destination, Referenceable, Serializable
    permits EmqQueue, EmqTopic, EmqTemporaryQueue, EmqTemporaryTopic {

  /** The JNDI object factory that turns {@link #getReference} back into a destination. */
  public static final String OBJECT_FACTORY = "io.echomq.jms.jndi.EchoMQObjectFactory";

  /** Reference address with the bare name. */
  public static final String REF_NAME = "name";

  /** Reference address with the option text; absent without options. */
  public static final String REF_OPTIONS = "options";

  private static final long serialVersionUID = 1L;

  private String name;
  private String options = "";
  private transient volatile Address address;

  EmqDestination() {}

  EmqDestination(String nameAndOptions) throws InvalidDestinationException {
    setName(nameAndOptions);
  }

  EmqDestination(Address address) {
    this.name = address.name();
    this.address = address;
  }

  /** The domain this class belongs to. */
  abstract Address.Domain domain();

  /**
   * The address of the bare name.
   *
   * @throws InvalidDestinationException when no name was set yet, or the name (after Java
   *     deserialization) breaks the grammar
   */
  public Address address() throws InvalidDestinationException {
    Address known = address;
    if (known == null) {
      known = parse(name);
      address = known;
    }
    return known;
  }

  /** The bare name, without options; null before {@link #setName}. */
  public String getName() {
    return name;
  }

  /**
   * Sets name and options as in {@code orders?payload=raw&sync=aof}. A name without {@code ?}
   * leaves the options as they are.
   *
   * @throws InvalidDestinationException when the name breaks the grammar; nothing is changed
   */
  public void setName(String nameAndOptions) throws InvalidDestinationException {
    int mark = nameAndOptions == null ? -1 : nameAndOptions.indexOf('?');
    String bare = mark < 0 ? nameAndOptions : nameAndOptions.substring(0, mark);
    Address parsed = parse(bare);
    name = bare;
    address = parsed;
    if (mark >= 0) {
      options = nameAndOptions.substring(mark + 1);
    }
  }

  /** The same as {@link #getName}, under the name that resource adapters use. */
  public String getPhysicalName() {
    return getName();
  }

  /** The same as {@link #setName}, under the name that resource adapters use. */
  public void setPhysicalName(String nameAndOptions) throws InvalidDestinationException {
    setName(nameAndOptions);
  }

  /** The option text after the {@code ?}, as it was written; empty without options. */
  public String getOptions() {
    return options;
  }

  /** Replaces the option text; null and "" mean none. It is checked where it is used. */
  public void setOptions(String options) {
    this.options = options == null ? "" : options;
  }

  /** Name and options, as a user would write them. */
  public String nameWithOptions() {
    return options.isEmpty() ? name : name + "?" + options;
  }

  @Override
  public Reference getReference() {
    Reference reference = new Reference(getClass().getName(), OBJECT_FACTORY, null);
    if (name != null) {
      reference.add(new StringRefAddr(REF_NAME, name));
    }
    if (!options.isEmpty()) {
      reference.add(new StringRefAddr(REF_OPTIONS, options));
    }
    return reference;
  }

  /**
   * The destination that a reference made by {@link #getReference} stands for.
   *
   * @return null when the reference is not that of a queue or topic of ours
   * @throws InvalidDestinationException when its name breaks the grammar
   */
  public static EmqDestination fromReference(Reference reference)
      throws InvalidDestinationException {
    String className = reference.getClassName();
    EmqDestination made;
    if (EmqQueue.class.getName().equals(className)
        || EmqTemporaryQueue.class.getName().equals(className)) {
      made = new EmqQueue();
    } else if (EmqTopic.class.getName().equals(className)
        || EmqTemporaryTopic.class.getName().equals(className)) {
      made = new EmqTopic();
    } else {
      return null;
    }
    made.setName(content(reference, REF_NAME));
    if (content(reference, REF_OPTIONS) != null) {
      made.setOptions(content(reference, REF_OPTIONS));
    }
    return made;
  }

  /** The destination object for an address; temporary ones come back as such, without an owner. */
  public static EmqDestination at(Address address) {
    if (address.isQueue()) {
      return address.isTemporary() ? new EmqTemporaryQueue(address, null) : new EmqQueue(address);
    }
    return address.isTemporary() ? new EmqTemporaryTopic(address, null) : new EmqTopic(address);
  }

  /**
   * Ours as it is; another provider's by its name.
   *
   * @throws InvalidDestinationException when it is null, has no name, is neither a queue nor a
   *     topic, or its name breaks the grammar
   */
  public static EmqDestination of(Destination destination) throws JMSException {
    if (destination instanceof EmqDestination own) {
      own.address();
      return own;
    }
    if (destination == null) {
      throw new InvalidDestinationException(
          "no destination given (null); name a queue or a topic", "EMQ-INVALID-NAME");
    }
    // Some providers use one class for both domains; the name that is set tells which is meant.
    if (destination instanceof Queue queue && queue.getQueueName() != null) {
      return queue instanceof TemporaryQueue
          ? new EmqTemporaryQueue(queue.getQueueName())
          : new EmqQueue(queue.getQueueName());
    }
    if (destination instanceof Topic topic && topic.getTopicName() != null) {
      return topic instanceof TemporaryTopic
          ? new EmqTemporaryTopic(topic.getTopicName())
          : new EmqTopic(topic.getTopicName());
    }
    throw new InvalidDestinationException(
        "a destination of class "
            + destination.getClass().getName()
            + " is neither a queue nor a topic with a name",
        "EMQ-INVALID-NAME");
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof EmqDestination that
        && name != null
        && domain() == that.domain()
        && name.equals(that.name);
  }

  @Override
  public final int hashCode() {
    return name == null ? 0 : Objects.hash(domain().name(), name);
  }

  @Override
  public final String toString() {
    return String.valueOf(name);
  }

  static Address expect(Address.Domain domain, Address address) {
    if (address.domain() != domain) {
      throw new IllegalArgumentException(address + " is not a " + domain);
    }
    return address;
  }

  private Address parse(String bare) throws InvalidDestinationException {
    try {
      return domain() == Address.Domain.QUEUE ? Address.queue(bare) : Address.topic(bare);
    } catch (WireException refused) {
      InvalidDestinationException told =
          new InvalidDestinationException(refused.getMessage(), "EMQ-INVALID-NAME");
      told.initCause(refused);
      throw told;
    }
  }

  private static String content(Reference reference, String type) {
    RefAddr found = reference.get(type);
    return found == null || found.getContent() == null ? null : found.getContent().toString();
  }
}
