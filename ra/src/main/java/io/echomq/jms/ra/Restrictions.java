package io.echomq.jms.ra;

import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Consumers and producers as a container hands them out: all they do is the provider's, but what
 * Jakarta EE forbids is refused (Jakarta Messaging 3.1, §6.2.16, §7.3.11, §8.7), and a close is
 * told to the handle.
 */
final class Restrictions {
  private static final Set<String> FORBIDDEN =
      Set.of("setMessageListener", "getMessageListener", "setAsync");

  private Restrictions() {}

  /** The refusal of a call that Jakarta EE forbids. */
  static IllegalStateException refusal(String method) {
    return new IllegalStateException(
        method
            + " is not allowed in a Jakarta EE web or EJB container; use a message-driven bean, or"
            + " leave it to the container's transaction",
        "EMQ-CONTAINER");
  }

  /** A call of the classic API. */
  interface Call<T> {
    T call() throws JMSException;
  }

  static <T> T unchecked(Call<T> call) {
    try {
      return call.call();
    } catch (JMSException failed) {
      throw runtime(failed);
    }
  }

  static JMSRuntimeException runtime(JMSException failed) {
    return io.echomq.jms.errors.RuntimeErrors.toRuntime(failed);
  }

  /**
   * The object with those restrictions.
   *
   * @param onClose told when the application closes it
   */
  static <T> T restrict(T target, Consumer<T> onClose, Class<T> main, Class<?>... more) {
    return restrictCurrent(() -> target, onClose, main, more);
  }

  /** The same for an object that is another one from time to time. */
  static <T> T restrictCurrent(
      Supplier<T> target, Consumer<T> onClose, Class<T> main, Class<?>... more) {
    Class<?>[] types = new Class<?>[more.length + 1];
    types[0] = main;
    System.arraycopy(more, 0, types, 1, more.length);
    Object proxy =
        Proxy.newProxyInstance(
            Restrictions.class.getClassLoader(), types, new Restricted<>(target, onClose));
    return main.cast(proxy);
  }

  private record Restricted<T>(Supplier<T> current, Consumer<T> onClose)
      implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (isForbidden(method, arguments)) {
        IllegalStateException refused = refusal(method.getName());
        throw canThrow(method) ? refused : runtime(refused);
      }
      if (method.getName().equals("equals")) {
        return proxy == arguments[0];
      }
      T target = current.get();
      if (method.getName().equals("close")) {
        onClose.accept(target);
      }
      try {
        Object result = method.invoke(target, arguments);
        return result == target ? proxy : result;
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }

    private static boolean isForbidden(Method method, Object[] arguments) {
      if (FORBIDDEN.contains(method.getName())) {
        return true;
      }
      return arguments != null
          && method.getName().matches("send|publish")
          && arguments[arguments.length - 1] instanceof CompletionListener;
    }

    private static boolean canThrow(Method method) {
      return Set.of(method.getExceptionTypes()).contains(JMSException.class);
    }
  }
}
