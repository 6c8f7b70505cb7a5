package io.echomq.tck.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Calls every method of an interface and looks what each throws. */
public final class MethodMatrix {
  private final Map<Class<?>, Object> arguments = new HashMap<>();

  /** Arguments that an open object would take. */
  public MethodMatrix(Stage stage) throws JMSException {
    Queue queue = stage.queue();
    arguments.put(String.class, "name");
    arguments.put(boolean.class, false);
    arguments.put(int.class, Session.AUTO_ACKNOWLEDGE);
    arguments.put(long.class, 1L);
    arguments.put(Queue.class, queue);
    arguments.put(Destination.class, queue);
    arguments.put(Topic.class, stage.topic());
    arguments.put(Message.class, stage.post().createTextMessage("x"));
    arguments.put(Serializable.class, "x");
    arguments.put(Map.class, Map.of());
    arguments.put(byte[].class, new byte[0]);
    arguments.put(Class.class, String.class);
    arguments.put(MessageListener.class, (MessageListener) message -> {});
    arguments.put(ExceptionListener.class, (ExceptionListener) exception -> {});
    arguments.put(ServerSessionPool.class, (ServerSessionPool) () -> null);
    arguments.put(CompletionListener.class, new Deaf());
  }

  /** Every method of the interface but these must throw that, whatever its arguments. */
  public void allThrow(
      Class<? extends Exception> expected, Object target, Class<?> api, String... exempt) {
    Set<String> left = Set.of(exempt);
    someThrow(expected, target, api, method -> !left.contains(method.getName()));
  }

  /** The methods of these names must throw that, whatever their arguments. */
  public void theseThrow(
      Class<? extends Exception> expected, Object target, Class<?> api, String... names) {
    Set<String> wanted = Set.of(names);
    someThrow(expected, target, api, method -> wanted.contains(method.getName()));
  }

  private void someThrow(
      Class<? extends Exception> expected, Object target, Class<?> api, Predicate<Method> which) {
    List<Method> methods =
        Arrays.stream(api.getMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()))
            .filter(which)
            .toList();
    if (methods.isEmpty()) {
      throw new IllegalArgumentException(api + " has no such method");
    }
    Set<String> wrong = new TreeSet<>();
    for (Method method : methods) {
      Object[] values =
          Arrays.stream(method.getParameterTypes()).map(this::argument).toArray(Object[]::new);
      String outcome = outcome(expected, target, method, values);
      if (!outcome.isEmpty()) {
        wrong.add(api.getSimpleName() + "." + method.getName() + ": " + outcome);
      }
    }
    assertEquals(Set.of(), wrong, "these did not throw " + expected.getSimpleName());
  }

  private Object argument(Class<?> type) {
    Object value = arguments.get(type);
    if (value == null && !type.equals(Object.class)) {
      throw new IllegalArgumentException("no argument of " + type);
    }
    return value;
  }

  /** Empty when it threw what it must. */
  private static String outcome(
      Class<? extends Exception> expected, Object target, Method method, Object... values) {
    try {
      method.invoke(target, values);
      return "nothing was thrown";
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getCause();
      return expected.isInstance(cause) ? "" : cause.toString();
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** Hears nothing, since nothing is sent. */
  private static final class Deaf implements CompletionListener {
    @Override
    public void onCompletion(Message message) {}

    @Override
    public void onException(Message message, Exception exception) {}
  }
}
