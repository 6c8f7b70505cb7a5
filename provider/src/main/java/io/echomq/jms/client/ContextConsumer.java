package io.echomq.jms.client;

import jakarta.jms.JMSConsumer;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A consumer of the simplified API (§8.6). Threads: as {@link ConsumerCore}. */
record ContextConsumer(ConsumerCore core) implements JMSConsumer {

  @Override
  public String getMessageSelector() {
    return Unchecked.get(
        () -> {
          core.checkOpen();
          return core.selector();
        });
  }

  @Override
  public MessageListener getMessageListener() {
    return Unchecked.get(
        () -> {
          core.checkOpen();
          return core.listener();
        });
  }

  @Override
  public void setMessageListener(MessageListener listener) {
    Unchecked.run(() -> core.setListener(listener));
  }

  @Override
  public Message receive() {
    return Unchecked.get(() -> core.receive(-1));
  }

  @Override
  public Message receive(long timeoutMillis) {
    return Unchecked.get(() -> core.receive(patience(timeoutMillis)));
  }

  @Override
  public Message receiveNoWait() {
    return Unchecked.get(() -> core.receive(0));
  }

  @Override
  public <T> T receiveBody(Class<T> type) {
    return Unchecked.get(() -> core.receiveBody(type, -1));
  }

  @Override
  public <T> T receiveBody(Class<T> type, long timeoutMillis) {
    return Unchecked.get(() -> core.receiveBody(type, patience(timeoutMillis)));
  }

  @Override
  public <T> T receiveBodyNoWait(Class<T> type) {
    return Unchecked.get(() -> core.receiveBody(type, 0));
  }

  @Override
  public void close() {
    Unchecked.run(core::close);
  }

  /** A time-out of 0 waits for ever (§8.6); the core says that with a negative one. */
  static long patience(long timeoutMillis) {
    return timeoutMillis == 0 ? -1 : Math.max(0, timeoutMillis);
  }
}
