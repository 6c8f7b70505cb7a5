package io.echomq.jms.jmx;

import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.wire.ServerInfo;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MBeans of a server and its queues, or of a connection factory; {@link #close} takes them away
 * again.
 *
 * <pre>{@code
 * EchoMQMBeans.of(ManagementFactory.getPlatformMBeanServer(), factory, "shop");
 * }</pre>
 *
 * <p>Threads: any; the monitor guards what is registered. There is no thread behind it: queues that
 * come later appear with {@link BrokerMXBean#refresh}.
 */
public final class EchoMQMBeans implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EchoMQMBeans.class);
  private static final String DOMAIN = "io.echomq.jms";

  private final MBeanServer beans;
  private final EchoMQAdmin admin;
  private final boolean ownsAdmin;
  private final String name;
  private final Set<ObjectName> fixed = new HashSet<>();
  private final Map<String, ObjectName> queues = new HashMap<>();

  private EchoMQMBeans(MBeanServer beans, EchoMQAdmin admin, boolean ownsAdmin, String name) {
    this.beans = beans;
    this.admin = admin;
    this.ownsAdmin = ownsAdmin;
    this.name = name;
  }

  /**
   * Registers {@code type=Broker} and one {@code type=Queue} for each queue there is.
   *
   * @param admin stays open as long as these are used, and is not closed by {@link #close}
   * @param name tells servers apart in object names
   * @throws JMSException the server is away
   * @throws JMException the name is registered already
   */
  public static EchoMQMBeans of(MBeanServer beans, EchoMQAdmin admin, String name)
      throws JMSException, JMException {
    return new EchoMQMBeans(beans, admin, false, name).open(null);
  }

  /**
   * Registers {@code type=Factory} with the meters of this factory's connections, and with an
   * administration of its own the broker and its queues.
   */
  public static EchoMQMBeans of(MBeanServer beans, EchoMQConnectionFactory factory, String name)
      throws JMSException, JMException {
    return new EchoMQMBeans(beans, factory.createAdmin(), true, name).open(factory);
  }

  private synchronized EchoMQMBeans open(EchoMQConnectionFactory factory)
      throws JMSException, JMException {
    try {
      if (factory != null) {
        register(new FactoryView(factory), "Factory");
      }
      register(new BrokerView(), "Broker");
      refresh();
      return this;
    } catch (JMSException | JMException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private void register(Object bean, String type) throws JMException {
    ObjectName registered = objectName(type, "name", name);
    beans.registerMBean(bean, registered);
    fixed.add(registered);
  }

  private static ObjectName objectName(String type, String... pairs) throws JMException {
    StringBuilder text = new StringBuilder(DOMAIN).append(":type=").append(type);
    for (int i = 0; i < pairs.length; i += 2) {
      text.append(',').append(pairs[i]).append('=').append(ObjectName.quote(pairs[i + 1]));
    }
    return new ObjectName(text.toString());
  }

  /**
   * Registers queues that have come and takes away those that are gone.
   *
   * @return how many there are now
   */
  public synchronized int refresh() throws JMSException, JMException {
    List<String> names = admin.queues();
    for (String queue : names) {
      if (!queues.containsKey(queue)) {
        ObjectName registered = objectName("Queue", "broker", name, "name", queue);
        try {
          beans.registerMBean(new QueueView(admin, queue), registered);
          queues.put(queue, registered);
        } catch (InstanceAlreadyExistsException somebodyElses) {
          LOG.warn("{} is registered already and left as it is", registered);
        }
      }
    }
    for (String queue : new ArrayList<>(queues.keySet())) {
      if (!names.contains(queue)) {
        unregister(queues.remove(queue));
      }
    }
    return queues.size();
  }

  @Override
  public synchronized void close() {
    fixed.forEach(this::unregister);
    queues.values().forEach(this::unregister);
    fixed.clear();
    queues.clear();
    if (ownsAdmin) {
      admin.close();
    }
  }

  private void unregister(ObjectName registered) {
    try {
      beans.unregisterMBean(registered);
    } catch (InstanceNotFoundException gone) {
      LOG.debug("{} was taken away by somebody else", registered, gone);
    } catch (JMException failed) {
      LOG.warn("{} could not be taken away", registered, failed);
    }
  }

  /** The broker's own MBean. */
  private final class BrokerView implements BrokerMXBean {
    @Override
    public String getEngine() {
      ServerInfo server = admin.server();
      return server.engine() + " " + server.version();
    }

    @Override
    public String getProtocol() {
      return admin.server().protocol();
    }

    @Override
    public List<String> getQueues() throws IOException {
      return Jmx.told(admin::queues);
    }

    @Override
    public List<String> getTopics() throws IOException {
      return Jmx.told(admin::topics);
    }

    @Override
    public List<String> getSubscriptions() throws IOException {
      return Jmx.told(
          () ->
              admin.subscriptions().stream()
                  .map(
                      each ->
                          "%s: %s '%s'%s, %d consumers, %d pending, %s behind"
                              .formatted(
                                  each.topic(),
                                  each.kind().name().toLowerCase(Locale.ROOT),
                                  each.name(),
                                  each.clientId() == null ? "" : " of " + each.clientId(),
                                  each.consumers(),
                                  each.pending(),
                                  each.lag() < 0 ? "?" : each.lag()))
                  .toList());
    }

    @Override
    public void seek(String clientId, String subscription, String position) throws IOException {
      Jmx.told(
          () -> {
            admin.seek(noneIfEmpty(clientId), subscription, position);
            return null;
          });
    }

    @Override
    public void unsubscribe(String clientId, String subscription) throws IOException {
      Jmx.told(
          () -> {
            admin.unsubscribe(noneIfEmpty(clientId), subscription);
            return null;
          });
    }

    private static String noneIfEmpty(String clientId) {
      return clientId == null || clientId.isEmpty() ? null : clientId;
    }

    @Override
    public int refresh() throws IOException {
      return Jmx.told(
          () -> {
            try {
              return EchoMQMBeans.this.refresh();
            } catch (JMException refused) {
              JMSException told = new JMSException(refused.getMessage(), "EMQ-JMX");
              told.initCause(refused);
              throw told;
            }
          });
    }
  }
}
