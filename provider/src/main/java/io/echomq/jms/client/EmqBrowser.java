package io.echomq.jms.client;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.errors.RuntimeErrors;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.WireException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Looks at a queue, or a view of one, page by page: in the order of consumption, without disturbing
 * it, in constant memory (§6.2.3).
 *
 * <p>Threads: the session's thread of control.
 */
final class EmqBrowser implements QueueBrowser {
  private static final int PAGE = 200;

  private final SessionCore session;
  private final EmqDestination queue;
  private final Filter filter;
  private final LifeCycle life = new LifeCycle("the browser");

  private EmqBrowser(SessionCore session, EmqDestination queue, Filter filter) {
    this.session = session;
    this.queue = queue;
    this.filter = filter;
  }

  static EmqBrowser open(SessionCore session, Queue wanted, String selector) throws JMSException {
    EmqDestination queue = EmqDestination.of(wanted);
    Policies.of(session.connection.options, queue);
    Filter filter = Selectors.filter(selector);
    EmqBrowser browser = new EmqBrowser(session, queue, filter);
    // The first page is asked for here, so that what is wrong fails here.
    browser.page(null, 1);
    return browser;
  }

  private void checkOpen() throws JMSException {
    life.checkOpen();
    session.checkOpen();
  }

  @Override
  public Queue getQueue() throws JMSException {
    checkOpen();
    return (Queue) queue;
  }

  @Override
  public String getMessageSelector() throws JMSException {
    checkOpen();
    return filter == null ? null : filter.text();
  }

  @Override
  public Enumeration<Message> getEnumeration() throws JMSException {
    checkOpen();
    return new Pages();
  }

  @Override
  public void close() {
    if (life.beginClose()) {
      life.closed();
    }
  }

  private BrowsePage page(String cursor, int max) throws JMSException {
    try {
      return session.connection.broker.browse(new Browse(queue.address(), filter, cursor, max));
    } catch (WireException failed) {
      throw JmsErrors.toJms(failed);
    }
  }

  /** Fetches the next page when the one before is used up. */
  private final class Pages implements Enumeration<Message> {
    private Iterator<Delivery> current = List.<Delivery>of().iterator();
    private String cursor;
    private boolean last;

    @Override
    public boolean hasMoreElements() {
      try {
        while (!current.hasNext() && !last) {
          checkOpen();
          BrowsePage page = page(cursor, PAGE);
          current = page.messages().iterator();
          cursor = page.cursor();
          last = cursor == null;
        }
        return current.hasNext();
      } catch (JMSException failed) {
        throw RuntimeErrors.toRuntime(failed);
      }
    }

    @Override
    public Message nextElement() {
      if (!hasMoreElements()) {
        throw new NoSuchElementException("no more messages in '" + queue + "'");
      }
      return session.connection.messages.fromDelivery(current.next(), () -> {});
    }
  }
}
