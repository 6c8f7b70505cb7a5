package io.echomq.jms.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ContextClientTest {
  private final FakeConnections connections = new FakeConnections();
  private JMSContext context;

  @BeforeEach
  void connect() throws JMSException {
    context = EmqContext.open(connections.open(), JMSContext.AUTO_ACKNOWLEDGE);
  }

  @AfterEach
  void close() throws JMSException {
    context.close();
    connections.close();
  }

  /** Completed with what the action threw in a completion listener, or with nothing. */
  private Optional<RuntimeException> inCompletionListener(Runnable action) throws Exception {
    CompletableFuture<Optional<RuntimeException>> outcome = new CompletableFuture<>();
    Queue queue = context.createQueue("orders");
    context
        .createProducer()
        .setAsync(
            new CompletionListener() {
              @Override
              public void onCompletion(Message message) {
                try {
                  action.run();
                  outcome.complete(Optional.empty());
                } catch (RuntimeException thrown) {
                  outcome.complete(Optional.of(thrown));
                }
              }

              @Override
              public void onException(Message message, Exception exception) {
                outcome.completeExceptionally(exception);
              }
            })
        .send(queue, "x");
    return outcome.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aNewContextTakesItsClientId() {
    context.getMetaData();
    context.setExceptionListener(null);
    assertNull(context.getClientID());
    context.setClientID("billing");
    assertEquals("billing", context.getClientID());
  }

  @Test
  void afterAnyOtherCallTheClientIdIsFixed() {
    List<Runnable> actions =
        List.of(
            () -> context.createProducer(),
            () -> context.createQueue("orders"),
            () -> context.createTextMessage("x"),
            () -> context.start(),
            () -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE).close());
    for (Runnable action : actions) {
      try (FakeConnections fresh = new FakeConnections()) {
        context.close();
        context = EmqContext.open(fresh.open(), JMSContext.AUTO_ACKNOWLEDGE);
        action.run();
        assertThrows(IllegalStateRuntimeException.class, () -> context.setClientID("late"));
      } catch (JMSException failed) {
        throw new AssertionError(failed);
      }
    }
  }

  @Test
  void aCompletionListenerMayStopTheContextButNotCloseIt() throws Exception {
    assertEquals(Optional.empty(), inCompletionListener(context::stop));
    assertEquals(
        Optional.of(IllegalStateRuntimeException.class),
        inCompletionListener(context::close).map(Object::getClass));
  }
}
