package io.echomq.jms.ra;

import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A message-driven bean in a container that gives each delivery a transaction of its own. */
final class FakeBean implements MessageEndpointFactory {
  /** What the bean does with a message. */
  interface Body {
    void onMessage(Message message) throws JMSException;
  }

  private static final AtomicInteger XIDS = new AtomicInteger();

  /** What came, as {@code text#count}. */
  final List<String> received = new CopyOnWriteArrayList<>();

  final AtomicInteger atWork = new AtomicInteger();
  final AtomicInteger mostAtWork = new AtomicInteger();

  /** While the application is being deployed or undeployed; deliveries that it has refused. */
  volatile boolean closed;

  /** Whether it commits although the bean threw, as containers do that did not reach it. */
  volatile boolean commitsFailures;

  /** Whether its endpoints cannot be released; how often that was tried. */
  volatile boolean unreleasable;

  final AtomicInteger releases = new AtomicInteger();

  final AtomicInteger refused = new AtomicInteger();
  private final boolean transacted;
  private final Body body;

  FakeBean(boolean transacted, Body body) {
    this.transacted = transacted;
    this.body = body;
  }

  @Override
  public MessageEndpoint createEndpoint(XAResource resource) {
    return new Endpoint(resource);
  }

  @Override
  public MessageEndpoint createEndpoint(XAResource resource, long timeout) {
    return createEndpoint(resource);
  }

  @Override
  public boolean isDeliveryTransacted(Method method) {
    return transacted;
  }

  @Override
  public String getActivationName() {
    return "bean";
  }

  @Override
  public Class<?> getEndpointClass() {
    return MessageListener.class;
  }

  private final class Endpoint implements MessageEndpoint, MessageListener {
    private final XAResource resource;
    private Xid xid;
    private boolean failed;

    Endpoint(XAResource resource) {
      this.resource = resource;
    }

    @Override
    public void beforeDelivery(Method method) throws ResourceException {
      failed = false;
      if (closed) {
        refused.incrementAndGet();
        throw new UnavailableException("closed by the container");
      }
      if (resource == null) {
        return;
      }
      try {
        xid = new FakeXid(XIDS.incrementAndGet());
        resource.start(xid, XAResource.TMNOFLAGS);
      } catch (XAException refused) {
        throw new ResourceException(refused);
      }
    }

    @Override
    public void onMessage(Message message) {
      mostAtWork.accumulateAndGet(atWork.incrementAndGet(), Math::max);
      try {
        received.add(
            message.getBody(String.class) + "#" + message.getIntProperty("JMSXDeliveryCount"));
        body.onMessage(message);
      } catch (JMSException | RuntimeException thrown) {
        failed = !commitsFailures;
        throw new IllegalStateException(thrown);
      } finally {
        atWork.decrementAndGet();
      }
    }

    @Override
    public void afterDelivery() throws ResourceException {
      if (resource == null) {
        return;
      }
      try {
        resource.end(xid, failed ? XAResource.TMFAIL : XAResource.TMSUCCESS);
        if (commitsFailures) {
          resource.commit(xid, true);
        } else if (failed) {
          resource.rollback(xid);
        } else if (prepare() == XAResource.XA_OK && !commit()) {
          await().atMost(30, TimeUnit.SECONDS).until(this::commit);
        }
      } catch (XAException refused) {
        throw new ResourceException(refused);
      }
    }

    /** What did not answer is rolled back, as every coordinator does that has logged nothing. */
    private int prepare() throws XAException {
      try {
        return resource.prepare(xid);
      } catch (XAException unanswered) {
        boolean over = unanswered.errorCode >= XAException.XA_RBBASE;
        if (!over) {
          rollBack(unanswered);
        }
        throw unanswered;
      }
    }

    private void rollBack(XAException why) {
      try {
        resource.rollback(xid);
      } catch (XAException away) {
        // The resource does it as soon as it can.
        why.addSuppressed(away);
      }
    }

    /** False when it is to be asked again. */
    private boolean commit() throws XAException {
      try {
        resource.commit(xid, false);
        return true;
      } catch (XAException refused) {
        if (refused.errorCode != XAException.XA_RETRY) {
          throw refused;
        }
        return false;
      }
    }

    @Override
    public void release() {
      releases.incrementAndGet();
      if (unreleasable) {
        throw new IllegalStateException("released already");
      }
    }
  }
}
