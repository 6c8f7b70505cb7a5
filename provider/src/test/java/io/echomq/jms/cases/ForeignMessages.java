package io.echomq.jms.cases;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Messages of another provider, without body and properties, that remember their headers. */
final class ForeignMessages {
  private ForeignMessages() {}

  /** All types of messages, for tests of each. */
  static Stream<Class<? extends Message>> types() {
    return Stream.of(
        Message.class,
        TextMessage.class,
        BytesMessage.class,
        MapMessage.class,
        StreamMessage.class,
        ObjectMessage.class);
  }

  static <T extends Message> T empty(Class<T> type) {
    Map<String, Object> headers = new ConcurrentHashMap<>();
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              String name = method.getName();
              if (name.startsWith("setJMS")) {
                if (arguments[0] != null) {
                  headers.put("get" + name.substring(3), arguments[0]);
                }
                return null;
              }
              Object header = headers.get(name);
              return header != null
                  ? header
                  : answer(self, name, method.getReturnType(), arguments);
            });
    return type.cast(proxy);
  }

  private static Object answer(Object self, String name, Class<?> type, Object[] arguments)
      throws MessageEOFException {
    if (name.equals("getPropertyNames") || name.equals("getMapNames")) {
      return Collections.emptyEnumeration();
    }
    if (name.equals("equals")) {
      return self == arguments[0];
    }
    if (name.equals("hashCode")) {
      return System.identityHashCode(self);
    }
    if (name.equals("readBytes")) {
      return -1;
    }
    if (name.startsWith("read")) {
      throw new MessageEOFException("a foreign message without a body");
    }
    return zero(type);
  }

  private static Object zero(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    if (type == int.class) {
      return 0;
    }
    return type == long.class ? 0L : null;
  }
}
